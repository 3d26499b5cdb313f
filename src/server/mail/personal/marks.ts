import { sql } from 'kysely'
import type { MailAddress, MailMark } from '../../../shared/mail.ts'
import { isActive } from '../../../shared/users/active-user.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { type Db, row, rows } from '../../db/db.ts'
import { domainOf, isAddress } from '../addresses.ts'
import type { MailHouse } from './house.ts'

/** Providers whose addresses say nothing of where somebody works. */
const FREE = new Set(
  'gmail.com googlemail.com yahoo.com yahoo.com.vn ymail.com outlook.com hotmail.com live.com msn.com icloud.com me.com naver.com daum.net hanmail.net kakao.com zoho.com proton.me protonmail.com aol.com mail.com gmx.com yandex.com'.split(
    ' ',
  ),
)
const KNOWN_MS = 60_000
/** Shorter names are borne by many. */
const NAME_LEAST = 5

interface Ours {
  at: number
  domains: ReadonlySet<string>
  /** The addresses of a colleague, by the name without diacritics. */
  people: ReadonlyMap<string, ReadonlySet<string>>
}

const known = new WeakMap<Db, Ours>()

/** Tells what is to be known of a sender at a glance; see `markOf`. */
export async function marker(context: MailHouse, own: string): Promise<(from: MailAddress) => MailMark | null> {
  const ours = await oursOf(context)
  const domain = domainOf(own)
  const domains = FREE.has(domain) ? ours.domains : new Set([...ours.domains, domain])
  return (from) => markOf(from, own, domains, ours.people)
}

/**
 * `imitates`: the name is a colleague's and the address is not, or the name is another address than the true one, or the domain looks like one of
 * ours. `outside`: the domain is none of the chain's.
 */
export function markOf(
  { name, address }: MailAddress,
  own: string,
  domains: ReadonlySet<string>,
  people: Ours['people'],
): MailMark | null {
  const plain = address.toLowerCase()
  const domain = domainOf(plain)
  if (plain === own.toLowerCase()) return null
  const said = normalizeText(name).replace(/\s+/g, ' ').trim()
  const named = /[\w.+-]+@[\w-]+(\.[\w-]+)+/.exec(said)?.[0]
  const others = said.length >= NAME_LEAST ? people.get(said) : undefined
  const isOurs = domains.has(domain)
  if (others && !others.has(plain) && !isOurs) return 'imitates'
  if (named && named !== plain && domains.has(domainOf(named)) && !isOurs) return 'imitates'
  if (isOurs) return null
  return [...domains].some((one) => looksLike(domain, one)) ? 'imitates' : 'outside'
}

/** One letter more, less, other or exchanged, or letters that look the same: `chaln.example` for `chain.example`. */
export function looksLike(domain: string, ours: string): boolean {
  if (domain === ours || ours.length < 6) return false
  if (skeleton(domain) === skeleton(ours)) return true
  if (domain.startsWith(`${ours}.`) || domain.includes(`${ours.replaceAll('.', '-')}.`)) return true
  return isNear(domain, ours)
}

const skeleton = (domain: string): string =>
  normalizeText(domain)
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/cl/g, 'd')
    .replace(/[1l|!]/g, 'i')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('-', '')

function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

/** Whose names and domains are ours: of the chain's mailbox, and of two colleagues at least. */
async function oursOf({ db }: MailHouse): Promise<Ours> {
  const held = known.get(db)
  if (held && performance.now() - held.at < KNOWN_MS) return held
  const [staff, chain] = await Promise.all([
    rows(
      db,
      { name: 'string', email: 'string', signature: 'string?' },
      sql`select user_name as name, lower(email) as email, lower(signature_email) as signature from users u
          where deleted_at is null and ${sql.raw(isActive('u'))}`,
    ),
    row(db, { address: 'string?' }, sql`select settings->>'from_address' as address from mailboxes where id = 1`),
  ])
  const people = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  for (const { name, email, signature } of staff) {
    const key = normalizeText(name).replace(/\s+/g, ' ').trim()
    const addresses = people.get(key) ?? new Set()
    for (const one of [email, signature ?? '']) if (one !== '') addresses.add(one)
    people.set(key, addresses)
    const domain = domainOf(email)
    counts.set(domain, (counts.get(domain) ?? 0) + 1)
  }
  const own = [...counts].flatMap(([domain, n]) => (n > 1 ? [domain] : []))
  const mailbox = chain?.address && isAddress(chain.address) ? [domainOf(chain.address)] : []
  const domains = new Set([...own, ...mailbox].filter((domain) => !FREE.has(domain)))
  const ours: Ours = { at: performance.now(), domains, people }
  known.set(db, ours)
  return ours
}
