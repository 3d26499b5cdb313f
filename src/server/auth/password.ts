import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { PASSWORD_LEAST, PASSWORD_MOST } from '../../shared/users/password.ts'
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
    if (waiting.length >= WAITING_MOST) refuse('too many', { params: { seconds: 5 } })
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

/** Refuses a password that is short, common, or made of what everybody knows about the person. */
export function refuseWeakPassword(password: string, about: readonly (string | null | undefined)[]): void {
  const says = (key: string, params = {}) =>
    refuse('weak password', { fields: { new_password: pack(key, params), password: pack(key, params) } })
  const length = [...password].length
  if (length < PASSWORD_LEAST) says('Password: at least {{min}} characters', { min: PASSWORD_LEAST })
  if (length > PASSWORD_MOST || Buffer.byteLength(password) > BYTES_MOST)
    says('Password: at most {{max}} characters', { max: PASSWORD_MOST })
  if (isCommon(password)) says('This password is too easy to guess')
  const plain = normalizeText(password)
  const known = about
    .flatMap((text) => normalizeText(text ?? '').split(/[^a-z0-9]+/))
    .filter((part) => part.length >= 4)
  if (known.some((part) => plain.includes(part))) says('The password must not hold your name, e-mail or store')
}

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const WORDS = [
  'password',
  'matkhau',
  'iloveyou',
  'welcome',
  'admin',
  'letmein',
  'qwerty',
  'anhyeuem',
  'vietnam',
  'monkey',
  'dragon',
  'football',
]

/** What stays of a common password once its usual word, run or repetition is taken away is too little. */
function isCommon(password: string): boolean {
  const plain = normalizeText(password)
  if (new Set(plain).size < 5) return true
  const rest = WORDS.reduce((text, word) => text.replaceAll(word, ''), withoutRuns(plain))
  return rest.replace(/(.+?)\1+/g, '$1').length < 6
}

function withoutRuns(text: string): string {
  let rest = text
  for (const row of ROWS.flatMap((r) => [r, [...r].toReversed().join('')]))
    for (let size = row.length; size >= 4; size--)
      for (let at = 0; at + size <= row.length; at++) rest = rest.replaceAll(row.slice(at, at + size), '')
  return rest
}
