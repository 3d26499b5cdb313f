import { sql } from 'kysely'
import { modules } from '../../modules/index.ts'
import { type Field, shownAs } from '../../shared/fields.ts'
import { isPrivateField } from '../../shared/private.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { changeLog, REDACTED, record } from '../activity/activity.ts'
import { theServer } from '../actor.ts'
import { all, type Db, inTransaction, rows, type Sql, type Tx } from '../db/db.ts'
import { jsonOf } from '../db/shape.ts'
import { releaseForGood } from '../files/housekeeping.ts'
import { forgetReceived, forgetSent } from '../mail/forgetting.ts'
import { forgetCorrespondent, headersNaming } from '../mail/personal/forgetting.ts'
import { partSql } from '../resource/scope.ts'
import { holdsSealed, opened, sealedFields } from './fields.ts'
import { forgetAnswers } from './kept-answers.ts'
import { type Keys, NOTHING_SEALED } from './keys.ts'

/** Somebody whose data is kept, by what is known of them; who wrote or asked by e-mail may have left no phone. */
export interface Subject {
  phone?: string
  email?: string
  /** Of a paper or a card. */
  number?: string
}

export interface SubjectRecord {
  module: string
  id: number
  record: Record<string, unknown>
  consents: unknown[]
}

/** What a module keeps about its records in tables of its own, and how it is erased; by the module's name. */
export type AnonymizeBeside = Readonly<
  Record<string, ((tx: Tx, ids: number[], keys: Keys) => Promise<void>) | undefined>
>

const PERSONAL: readonly string[] = [
  'phone',
  'email',
  'address',
  'identityNumber',
  'signature',
  'richText',
  'longText',
  'files',
]
const ERASED = '–'

/** Whether a field tells who somebody is, or what they wrote. */
const isPersonal = (definition: Definition, name: string, field: Field): boolean =>
  field.kind !== 'computed' &&
  (isPrivateField(field) ||
    PERSONAL.includes(shownAs(field)) ||
    name === definition.title ||
    name === definition.customer?.name)

const kept = (): Definition[] => modules.filter((module) => module.customer)

/** Everything that is kept of somebody, whole, for them to read. */
export async function subjectRecords(db: Db, keys: Keys, subject: Subject): Promise<SubjectRecord[]> {
  const found: SubjectRecord[] = []
  for (const definition of kept())
    found.push(...(await recordsWith(db, keys, definition, isTheirs(definition, keys, subject))))
  return [...found, ...(await connectionRecords(db, subject)), ...(await headerRecords(db, keys, subject))]
}

async function recordsWith(db: Db, keys: Keys, definition: Definition, which: Sql): Promise<SubjectRecord[]> {
  const theirs = await rows(db, sql`select * from ${sql.table(definition.table)} r where ${which} order by r.id`)
  const found: SubjectRecord[] = []
  for (const one of theirs) {
    const private_ = sealedFields(definition).map(([name]) => [name, opened(keys, definition, name, one[name])])
    const consents = await rows(
      db,
      sql`select purpose, version, language, channel, given_at, withdrawn_at from consents
          where module = ${definition.name} and record_id = ${one.id} order by id`,
    )
    const { search_text: _, ...plain } = one
    found.push({
      module: definition.name,
      id: Number(one.id),
      record: { ...plain, ...Object.fromEntries(private_) },
      consents,
    })
  }
  const ids = found.map(({ id }) => id)
  for (const { about, which: aboutThem } of recordsAbout(definition, ids))
    found.push(...(await recordsWith(db, keys, about, aboutThem)))
  return found
}

/** The records of other modules that are erased with these. */
const recordsAbout = ({ name }: Definition, ids: readonly number[]): { about: Definition; which: Sql }[] =>
  modules.flatMap((about) => {
    const { erasedWith } = about
    return erasedWith && about.fields[erasedWith]?.to === name
      ? [{ about, which: sql`r.${sql.ref(erasedWith)} = any(${[...ids]}::bigint[])` }]
      : []
  })

/** Of the staff's own mailboxes, by the address of whoever it is or signs in there; passwords are told to nobody. */
const theirConnections = ({ email }: Subject): Sql =>
  sql`exists (select from users u where u.id = c.user_id and lower(u.email) = ${email?.toLowerCase() ?? null}::text)
    or ${email?.toLowerCase() ?? null}::text in (lower(c.settings #>> '{imap,user}'), lower(c.settings #>> '{smtp,user}'))`

async function connectionRecords(db: Db, subject: Subject): Promise<SubjectRecord[]> {
  const found = await rows(
    db,
    { id: 'number', settings: jsonOf<Record<string, unknown>>() },
    sql`select c.user_id as id, c.settings from mail_connections c where ${theirConnections(subject)} order by c.user_id`,
  )
  return found.map(({ id, settings }) => ({ module: CONNECTIONS, id, record: settings, consents: [] }))
}
const CONNECTIONS = 'mail-connections'

/** What lists of our people's own mailboxes remember: sealed for each of them, and told by its number alone. */
async function headerRecords(db: Db, keys: Keys, { email }: Subject): Promise<SubjectRecord[]> {
  const n = email ? await headersNaming(db, keys, email) : 0
  return n > 0 ? [{ module: HEADERS, id: 0, record: { mails: n }, consents: [] }] : []
}
const HEADERS = 'mail-headers'

/**
 * Takes everything out of the records of somebody that says who they are, also out of the history, the mails and the workbooks it
 * came in, and withdraws their consents. What was when and where stays, so that no figure changes. Their files are let go; whoever
 * calls this removes them. Answers how many records of which module.
 */
export async function eraseSubject(
  db: Db,
  keys: Keys,
  subject: Subject,
  beside: AnonymizeBeside = {},
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const emails = await emailsOf(db, keys, subject)
  for (const definition of kept()) {
    const erased = await inTransaction(db, (tx) =>
      erase(tx, keys, definition, isTheirs(definition, keys, subject), 'erased', beside),
    )
    if (erased.length > 0) counts[definition.name] = erased.length
  }
  await inTransaction(db, async (tx) => {
    await forgetReceived(tx, keys, sql`m.complaint is null and lower(m.sender) = any(${emails}::text[])`)
    await forgetSent(tx, sql`m.complaint is null and lower(m.recipient) = any(${emails}::text[])`)
    const words = [...(subject.phone ? [subject.phone] : []), ...emails]
    await forgetBooks(tx, words)
    await forgetSearches(tx, keys, words, beside)
    const gone = await rows(
      tx,
      sql`delete from mail_connections c where ${theirConnections(subject)} returning user_id`,
    )
    if (gone.length > 0) counts[CONNECTIONS] = gone.length
    const headers = await forgetCorrespondent(tx, keys, emails)
    if (headers > 0) counts[HEADERS] = headers
  })
  return counts
}

/** A phone or an e-mail address that leads to further records. */
export interface Lead {
  reached: string
  /** Of all modules together, beside those it was found in. */
  records: number
}

/**
 * The phones and e-mail addresses that the records of somebody name, of those by which further records are found. Nothing tells whether
 * these are theirs: a family shares a phone, a company its mailbox. A person decides.
 */
export async function furtherLeads(db: Db, keys: Keys, subject: Subject): Promise<Lead[]> {
  const phones = await saidIn(db, keys, subject, ({ customer }) => (customer ? [customer.phone] : []))
  const emails = await saidIn(db, keys, subject, emailFields)
  const leads: Lead[] = []
  for (const further of [...phones.map((phone) => ({ phone })), ...emails.map((email) => ({ email }))]) {
    let records = 0
    for (const definition of kept()) {
      const [found] = await rows(
        db,
        { n: 'number' },
        sql`select count(*)::int as n from ${sql.table(definition.table)} r
            where ${isTheirs(definition, keys, further)} and not coalesce(${isTheirs(definition, keys, subject)}, false)`,
      )
      records += found?.n ?? 0
    }
    if (records > 0) leads.push({ reached: 'phone' in further ? further.phone : further.email, records })
  }
  return leads
}

/** Every address that their records name, as a mail may belong to none of them. */
async function emailsOf(db: Db, keys: Keys, subject: Subject): Promise<string[]> {
  const found = await saidIn(db, keys, subject, emailFields)
  return [...new Set([...(subject.email ? [subject.email.toLowerCase()] : []), ...found])]
}

/** What stands in these fields of their records, erased ones left aside. */
async function saidIn(
  db: Db,
  keys: Keys,
  subject: Subject,
  namesOf: (definition: Definition) => string[],
): Promise<string[]> {
  const found: string[] = []
  for (const definition of kept())
    for (const name of namesOf(definition)) {
      const theirs = await rows(
        db,
        { said: 'string' },
        sql`select distinct lower(r.${sql.ref(name)}) as said from ${sql.table(definition.table)} r
            where ${isTheirs(definition, keys, subject)} and r.${sql.ref(name)} <> ${ERASED}`,
      )
      found.push(...theirs.map(({ said }) => said))
    }
  return [...new Set(found)]
}

/** Rows of workbooks that say one of these words, and the workbooks themselves. */
async function forgetBooks(tx: Tx, words: readonly string[]): Promise<void> {
  for (const word of words) {
    const books = await rows(
      tx,
      { file: 'string' },
      sql`with gone as (
          delete from import_rows r using imports i
          where i.id = r.import and i.ended_at is not null and (strpos(r."values"::text, ${word}) > 0 or strpos(r.cells::text, ${word}) > 0)
          returning i.file
        ) select distinct file from gone`,
    )
    await releaseForGood(tx, sql`f.id = any(${books.map(({ file }) => file)}::text[])`)
  }
}

/** What staff keep of their own, such as views of lists, where a masked text of it says one of these words as an address does. */
async function forgetSearches(tx: Tx, keys: Keys, words: readonly string[], beside: AnonymizeBeside): Promise<void> {
  const said = words.map((word) => encodeURIComponent(word).toLowerCase())
  for (const definition of modules.filter((one) => one.internal && !one.customer)) {
    const texts = entriesOf(definition).filter(([, field]) => field.kind === 'text' && field.private === 'masked')
    const says = texts.flatMap(([name]) =>
      said.map((word) => sql`strpos(lower(r.${sql.ref(name)}::text), ${word}) > 0` as Sql),
    )
    if (says.length > 0) await erase(tx, keys, definition, sql`(${all(says, sql` or `)})`, 'erased', beside)
  }
}

/** Erases the records `r` of which this holds; their ids. The proof in the audit names nobody. */
export async function erase(
  tx: Tx,
  keys: Keys,
  definition: Definition,
  which: Sql,
  action: string,
  beside: AnonymizeBeside = {},
): Promise<number[]> {
  const names = entriesOf(definition).filter(([name, field]) => isPersonal(definition, name, field))
  const persons = entriesOf(definition).filter(([, { kind }]) => kind === 'taxCode')
  const set = [
    // The title always says that it was erased, also where it may be empty: what was erased once is known by it.
    ...names.map(
      ([name, field]) =>
        sql`${sql.ref(name)} = ${name === definition.title && field.private !== 'sealed' ? sql`${ERASED}` : nothing(field)}` as Sql,
    ),
    // Of twelve digits it is a person's own number; a company's names nobody.
    ...persons.map(
      ([name]) =>
        sql`${sql.ref(name)} = case when ${sql.ref(name)} ~ '^[0-9]{12}$' then ${ERASED} || r.id else ${sql.ref(name)} end` as Sql,
    ),
  ]
  const gone = await rows(
    tx,
    { id: 'number' },
    sql`update ${sql.table(definition.table)} r set ${all([...set, sql`version = version + 1`, sql`updated_at = now()`], sql`, `)}
        where ${which} returning r.id`,
  )
  if (gone.length === 0) return []
  const ids = gone.map(({ id }) => id)
  await beside[definition.name]?.(tx, ids, keys)
  await forgetHistory(
    tx,
    keys,
    definition,
    ids,
    [...names, ...persons].map(([name]) => name),
  )
  await sql`update consents set withdrawn_at = coalesce(withdrawn_at, now()) where module = ${definition.name} and record_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await forgetAnswers(tx, definition, ids)
  await releaseForGood(tx, sql`f.module = ${definition.name} and f.record_id = any(${ids}::bigint[])`)
  for (const id of ids) await record(tx, theServer, { action, module: definition.name, recordId: id, title: ERASED })
  for (const { about, which: aboutThem } of recordsAbout(definition, ids))
    await erase(tx, keys, about, aboutThem, action, beside)
  return ids
}

/** The log is changed nowhere else: what happened stays, whom it was about goes. Why somebody looked at private data stays as well. */
async function forgetHistory(
  tx: Tx,
  keys: Keys,
  { name: module }: Definition,
  ids: number[],
  names: string[],
): Promise<void> {
  await changeLog(
    tx,
    keys,
    sql`update activity set record_title = ${ERASED}, changes = changes - ${names}::text[] - case when action = 'sensitive_read' then '' else 'reason' end where module = ${module} and record_id = any(${ids}::bigint[]) returning ${REDACTED}`,
  )
}

function isTheirs(definition: Definition, keys: Keys, { phone, email, number }: Subject): Sql {
  const byPhone = phone ? [sql`r.${sql.ref(definition.customer?.phone ?? '')} = ${phone}` as Sql] : []
  const byEmail = email
    ? emailFields(definition).map((name) => sql`lower(r.${sql.ref(name)}) = ${email.toLowerCase()}` as Sql)
    : []
  const byNumber = number
    ? sealedFields(definition)
        .filter(([, { kind }]) => kind !== 'date' && kind !== 'signature')
        .map(([name]) => holdsSealed(keys, sql`r.${sql.ref(name)}`, number))
    : []
  return sql`(${partSql(definition) ?? sql`true`} and (${all([...byPhone, ...byEmail, ...byNumber, sql`false`], sql` or `)}))`
}

const emailFields = (definition: Definition): string[] =>
  entriesOf(definition).flatMap(([name, { kind }]) => (kind === 'email' ? [name] : []))

/** What stands where something was. */
function nothing(field: Field): Sql {
  if (shownAs(field) === 'files') return sql`'{}'`
  if (field.private === 'sealed') return field.required ? sql`${NOTHING_SEALED}` : sql`null`
  if (!field.required || field.optionalWhenImported) return sql`null`
  return shownAs(field) === 'address' ? sql`'{"line": "–", "model": 2}'::jsonb` : sql`${ERASED}`
}
