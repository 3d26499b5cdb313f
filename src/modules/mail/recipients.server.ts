import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { type Db, rows, type Sql } from '#server/db/db.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { isAddress } from '#server/mail/addresses.ts'
import { pathOfRole } from '#server/mail/personal/folders.ts'
import { addressesOf } from '#server/mail/personal/headers.ts'
import type { PersonalMailbox } from '#server/mail/personal/mailbox.ts'
import { calledSql } from '#server/resource/query/columns.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Language } from '../../shared/language.ts'
import type { MailAddress, MailRecipient } from '../../shared/mail.ts'
import type { Definition } from '../../shared/resource.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { complaints } from '../complaints/complaints.ts'
import { departments } from '../departments/departments.ts'
import { masterCompany } from '../master-company/master-company.ts'
import { suppliers } from '../suppliers/suppliers.ts'
import { RECIPIENTS } from './answers.server.ts'

const EACH_MOST = 8
const SHOWN_MOST = 20
/** Sent mails that earlier recipients are taken from. */
const LOOKED_MOST = 300
const KNOWN_MS = 10 * 60_000

export const recipientRoutes: Route[] = [
  get(
    'mail/recipients',
    {
      needs: 'session',
      query: {
        search: { says: 'name or address, without regard to diacritics', schema: { type: 'string', maxLength: 200 } },
      },
      answers: RECIPIENTS,
      summary: 'Staff, suppliers, customers and earlier recipients by their names, as far as the caller may see them',
    },
    async (call) => ({ data: await recipients(call) }),
  ),
]

async function recipients({ context, actor, query }: Call): Promise<MailRecipient[]> {
  const words = normalizeText(one(query.search) ?? '')
    .trim()
    .slice(0, 100)
  if (words === '') return []
  const mailbox = await context.mailboxes?.find(Number(actor.id))
  const { db } = context
  const [staff, known, ...others] = await Promise.all([
    staffOf(db, actor.language, words),
    mailbox ? earlier(mailbox, words) : Promise.resolve([]),
    partners(db, actor, suppliers, 'supplier', sql`r.name`, words),
    partners(db, actor, masterCompany, 'supplier', sql`r.name`, words),
    partners(db, actor, complaints, 'customer', sql`r.customer_name`, words),
  ])
  const all = [...staff, ...known, ...others.flat()]
  const first = new Map<string, MailRecipient>()
  for (const found of all) if (!first.has(found.address.toLowerCase())) first.set(found.address.toLowerCase(), found)
  return [...first.values()].slice(0, SHOWN_MOST)
}

/** Words that begin a word of the name, or the address. */
const holds = (name: Sql, address: Sql, words: string): Sql =>
  sql`(' ' || fold(${name}) like ${`% ${escaped(words)}%`} or lower(${address}) like ${`${escaped(words)}%`})`
const escaped = (words: string): string => words.replace(/[\\%_]/g, (sign) => `\\${sign}`)

async function staffOf(db: Db, language: Language, words: string): Promise<MailRecipient[]> {
  const found = await rows(
    db,
    { name: 'string', address: 'string', hint: 'string' },
    sql`select u.user_name as name, u.email as address, concat_ws(' · ', ${calledSql(departments, 'd', language)}, s.name) as hint
        from users u left join departments d on d.id = u.department left join stores s on s.id = u.store
        where u.deleted_at is null and ${sql.raw(isActive('u'))} and ${holds(sql`u.user_name`, sql`u.email`, words)}
        order by u.user_name, u.id limit ${EACH_MOST}`,
  )
  return found.map((one) => ({ ...one, kind: 'staff' }))
}

/** Records with an address that the caller may read, within the scope. */
async function partners(
  db: Db,
  actor: Actor,
  definition: Definition,
  kind: 'supplier' | 'customer',
  name: Sql,
  words: string,
): Promise<MailRecipient[]> {
  if (!actorMay(actor, definition.permission, 'read')) return []
  const scope = scopeOf(definition, actor)
  // The newest are looked through; a name that nobody wrote for long is found by its address.
  const found = await rows(
    db,
    { name: 'string', address: 'string' },
    sql`select name, address from (
          select ${name} as name, r.email as address, r.id from ${sql.table(definition.table)} r
          where r.email is not null and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``} order by r.id desc limit 3000) r
        where ${holds(sql`r.name`, sql`r.address`, words)} order by r.id desc limit ${EACH_MOST}`,
  )
  return found.map((one) => ({ ...one, kind, hint: '' }))
}

interface Earlier {
  at: number
  people: MailAddress[]
}

/** To whom the person wrote, as their mailbox tells; kept in memory for a few minutes. */
async function earlier(mailbox: PersonalMailbox, words: string): Promise<MailRecipient[]> {
  const people = await peopleOf(mailbox).catch(() => [])
  return people
    .filter(
      ({ name, address }) => ` ${normalizeText(name)}`.includes(` ${words}`) || address.toLowerCase().startsWith(words),
    )
    .slice(0, EACH_MOST)
    .map((one) => ({ ...one, kind: 'earlier', hint: '' }))
}

async function peopleOf(mailbox: PersonalMailbox): Promise<MailAddress[]> {
  const known = mailbox.memory.get('earlier') as Earlier | undefined // only set below
  if (known && performance.now() - known.at < KNOWN_MS) return known.people
  const path = await pathOfRole(mailbox, 'sent')
  const people =
    path === null
      ? []
      : await mailbox.in(path, async ({ client, exists }) => {
          if (exists === 0) return []
          const found = await client.fetchAll(`${Math.max(1, exists - LOOKED_MOST)}:*`, { uid: true, envelope: true })
          const first = new Map<string, MailAddress>()
          for (const { envelope } of found.toReversed())
            for (const one of [...addressesOf(envelope?.to), ...addressesOf(envelope?.cc)])
              if (isAddress(one.address) && !first.has(one.address.toLowerCase()))
                first.set(one.address.toLowerCase(), one)
          return [...first.values()]
        })
  mailbox.memory.set('earlier', { at: performance.now(), people } satisfies Earlier)
  return people
}
