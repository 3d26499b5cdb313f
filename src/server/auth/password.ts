import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { PASSWORD_LEAST, PASSWORD_MOST, strengthOf } from '../../shared/users/password.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'

const derive = promisify(argon2)

/** argon2id, 64 MiB, three passes (design/security.md, Passwords; OWASP minimum is 19 MiB). */
const NOW = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 }
const AT_ONCE = 2
const WAITING_MOST = 20

let running = 0
const waiting: (() => void)[] = []

/** Two hashes at a time: each takes 64 MiB and a core; a longer queue is turned away. */
async function inTurn<R>(work: () => Promise<R>): Promise<R> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MOST) refuse('too many', { params: { wait: 5 } })
    await new Promise<void>((go) => waiting.push(go))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** The PHC-like string that is stored: parameters, salt and tag together. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inTurn(() => derive('argon2id', { message: password.normalize('NFC'), nonce, ...NOW }))
  return `argon2id$${NOW.memory}$${NOW.passes}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** Takes the same time whether or not there is a hash to compare with. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, salt, tag] = (stored ?? DUMMY).split('$')
  const expected = Buffer.from(tag ?? '', 'base64url')
  const nonce = Buffer.from(salt ?? '', 'base64url')
  const found = await inTurn(() =>
    derive('argon2id', {
      message: password.normalize('NFC'),
      nonce,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: 1,
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(found, expected) && stored !== null
}
const DUMMY = `argon2id$${NOW.memory}$${NOW.passes}$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32, 1).toString('base64url')}`

const BYTES_MOST = 512

/** Those of a list of what people choose most that are long enough to be chosen here. */
function readCommon(): ReadonlySet<string> {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const all = JSON.parse(readFileSync(file, 'utf8')) as string[] // the package's own
  return new Set(all.filter(({ length }) => length >= PASSWORD_LEAST))
}
let common: ReadonlySet<string> | undefined

/** Refuses a password that is short, common, or made of what everybody knows about the person. */
export function refuseWeakPassword(password: string, about: readonly (string | null | undefined)[]): void {
  const says = (key: string, params = {}) =>
    refuse('weak password', { fields: { new_password: pack(key, params), password: pack(key, params) } })
  const { isLongEnough, isTooLong, isCommon, isPersonal } = strengthOf(password, about)
  if (!isLongEnough) says('Password: at least {{min}} characters', { min: PASSWORD_LEAST })
  if (isTooLong || Buffer.byteLength(password) > BYTES_MOST)
    says('Password: at most {{max}} characters', { max: PASSWORD_MOST })
  common ??= readCommon()
  if (isCommon || common.has(normalizeText(password))) says('This password is too easy to guess')
  if (isPersonal) says('The password must not hold your name, e-mail, store, chain or “back office”')
}
