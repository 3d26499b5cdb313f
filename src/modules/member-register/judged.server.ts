import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { holdsSealed } from '#server/private/fields.ts'
import type { Keys } from '#server/private/keys.ts'
import type { Columns } from '#server/resource/statements.ts'
import { wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { REFUSALS, refuse, refuseFields } from '../../shared/refusals.ts'
import { birthProblem } from '../../shared/time/days.ts'
import { memberRegister } from './member-register.ts'
import { nameWarnings, paperProblem, paperWarnings, phoneWarnings, plainNumber, takesPaper } from './papers.ts'

export type Form = 'classic' | 'steps' | 'desk'

/**
 * What holds of every registration, whoever sends it: the number fits its paper, and the same request is not there yet.
 * @param lacking what else is wrong with it, by field: all of it is told at once
 */
export async function prepared(
  tx: Tx,
  columns: Columns,
  form: Form,
  { keys, today }: ProvinceOfBirth,
  lacking: Record<string, string> = {},
): Promise<Columns> {
  const identity_number = plainNumber(String(columns.identity_number))
  const warnings = judged({ ...columns, identity_number }, form, today, lacking)
  const made = { ...columns, identity_number, form, warnings, card_later: !columns.card_number }
  await refuseTwice(tx, keys, made)
  return made
}

/** What judging needs to know of where and when it happens. */
export interface ProvinceOfBirth {
  keys: Keys
  today: string
}

/** Refuses a number that is none of its paper; answers what only looks odd. */
export function judged(columns: Columns, form: Form, today: string, lacking: Record<string, string> = {}): string[] {
  const fields = { ...lacking, ...wrongIn(columns, form, today) }
  refuseFields(fields)
  const { document, identity_number, birth_date, full_name, phone } = columns as Record<string, string> // checked as such
  return [
    ...paperWarnings(paperOf(document), identity_number ?? '', birth_date ?? '', today),
    ...nameWarnings(full_name ?? ''),
    ...phoneWarnings(phone ?? ''),
  ]
}

const paperOf = (document: string | undefined) => (document ?? 'citizen') as 'citizen' | 'passport' | 'other' // a value of its choice

/** What of a registration does not hold, by field; of values that are missing, nothing. */
export function wrongIn(columns: Columns, form: Form, today: string): Record<string, string> {
  const { document, identity_number, birth_date } = columns as Record<string, string | undefined> // checked as such
  const paper = paperOf(document)
  const problem = identity_number ? paperProblem(paper, plainNumber(identity_number)) : null
  const unborn = birth_date ? birthProblem(birth_date, today, memberRegister.fields.birth_date.label) : null
  return {
    ...(!takesPaper(paper, form) && {
      document: pack('{{field}} is not valid', { field: memberRegister.fields.document.label }),
    }),
    ...(problem && { identity_number: problem }),
    ...(unborn && { birth_date: unborn }),
    ...(columns.request_type === 'change' &&
      !columns.card_number && {
        card_number: pack('{{field}} is required', { field: memberRegister.fields.card_number.label }),
      }),
  }
}

/** The same, told beside whatever else is wrong; to the staff also that it is there already. */
export async function judgedBeside(
  columns: Columns,
  form: Form,
  { keys, today }: ProvinceOfBirth,
  twiceIn?: { db: Db; self: number },
): Promise<Record<string, string>> {
  // Of which paper a number is must be known first.
  const { identity_number, ...rest } = columns
  const wrong = wrongIn(columns.document === undefined ? rest : columns, form, today)
  const number = plainNumber(String(identity_number ?? ''))
  const isWhole = columns.phone && number && columns.request_type && !wrong.identity_number
  if (!twiceIn || !isWhole || !(await isThere(twiceIn.db, keys, { ...columns, identity_number: number }, twiceIn.self)))
    return wrong
  return { ...wrong, identity_number: pack(REFUSALS['registered already'].text) }
}

/** Who enters a registration knows the card's number, or says that the card is made later. */
export const lackingCard = ({ card_number, card_later }: Columns): Record<string, string> =>
  card_number || card_later === true
    ? {}
    : { card_number: pack('{{field}} is required', { field: memberRegister.fields.card_number.label }) }

/** What makes two registrations the same. */
const SAME = ['phone', 'identity_number', 'request_type']

/** What a registration becomes by a change: as a new one it fits its paper, and is not there yet under its new numbers. */
export async function changed(
  tx: Tx,
  columns: Columns,
  old: Columns,
  { keys, today }: ProvinceOfBirth,
): Promise<Columns> {
  const full = { ...old, ...columns }
  const identity_number = plainNumber(String(full.identity_number))
  const now: Columns = { ...full, identity_number }
  const form = (old.form ?? 'classic') as Form // a value of its choice
  // A registration from before that knows no number stays as it is until somebody touches what is said of its card.
  const isCardTouched = 'card_number' in columns || 'card_later' in columns
  const warnings = judged(now, form, today, isCardTouched ? lackingCard(now) : {})
  if (SAME.some((name) => now[name] !== old[name])) await refuseTwice(tx, keys, now, Number(old.id))
  const card = isCardTouched && now.card_number ? { card_later: false } : {}
  return { ...columns, ...card, ...('identity_number' in columns && { identity_number }), warnings }
}

/** One after the other for the same number, so that of two sent at once the second finds the first. */
async function refuseTwice(tx: Tx, keys: Keys, columns: Columns, self = 0): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('member ' || ${String(columns.phone)}::text))`.execute(tx)
  if (await isThere(tx, keys, columns, self)) refuse('registered already')
}

async function isThere(
  db: Db | Tx,
  keys: Keys,
  { phone, identity_number, request_type }: Columns,
  self: number,
): Promise<boolean> {
  const number = String(identity_number)
  const found = await row(
    db,
    sql`select 1 as n from member_register r where r.phone = ${phone} and ${holdsSealed(keys, sql`r.identity_number`, number)}
        and r.request_type = ${request_type} and r.deleted_at is null and r.id <> ${self} and (r.request_type = 'new' or r.status = 'waiting')`,
  )
  return found !== undefined
}

export const placeOf = ({ context }: { context: AppContext }): ProvinceOfBirth => ({
  keys: context.config.keys,
  today: wallClock(new Date(), context.config.timezone).day,
})
