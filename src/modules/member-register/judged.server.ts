import { sql } from 'kysely'
import { row, type Tx } from '#server/db/db.ts'
import type { House } from '#server/house.ts'
import { holdsSealed } from '#server/private/fields.ts'
import type { Keys } from '#server/private/keys.ts'
import type { Columns } from '#server/resource/write.ts'
import { birthProblem } from '../../shared/days.ts'
import { wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { memberRegister } from './member-register.ts'
import { paperProblem, paperWarnings, plainNumber, takesPaper } from './papers.ts'

export type Form = 'classic' | 'steps' | 'desk'

/**
 * What holds of every registration, whoever sends it: the number fits its paper, and the same request is not there yet.
 * @param lacking what else is wrong with it, by field: all of it is told at once
 */
export async function prepared(
  tx: Tx,
  columns: Columns,
  form: Form,
  { keys, today }: Place,
  lacking: Record<string, string> = {},
): Promise<Columns> {
  const identity_number = plainNumber(String(columns.identity_number))
  const warnings = judged({ ...columns, identity_number }, form, today, lacking)
  const made = { ...columns, identity_number, form, warnings, card_later: !columns.card_number }
  await refuseTwice(tx, keys, made)
  return made
}

/** What judging needs to know of where and when it happens. */
export interface Place {
  keys: Keys
  today: string
}

/** Refuses a number that is none of its paper; answers what only looks odd. */
export function judged(columns: Columns, form: Form, today: string, lacking: Record<string, string> = {}): string[] {
  const { document, identity_number, birth_date } = columns as Record<string, string> // checked as such
  const paper = (document ?? 'citizen') as 'citizen' | 'passport' | 'other' // a value of its choice
  const problem = paperProblem(paper, identity_number ?? '')
  const unborn = birthProblem(birth_date ?? '', today, memberRegister.fields.birth_date.label)
  const fields = {
    ...lacking,
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
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  return paperWarnings(paper, identity_number ?? '', birth_date ?? '', today)
}

/** Who enters a registration knows the card's number, or says that the card is made later. */
export const lackingCard = ({ card_number, card_later }: Columns): Record<string, string> =>
  card_number || card_later === true
    ? {}
    : { card_number: pack('{{field}} is required', { field: memberRegister.fields.card_number.label }) }

/** What makes two registrations the same. */
const SAME = ['phone', 'identity_number', 'request_type']

/** What a registration becomes by a change: as a new one it fits its paper, and is not there yet under its new numbers. */
export async function changed(tx: Tx, columns: Columns, old: Columns, { keys, today }: Place): Promise<Columns> {
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
async function refuseTwice(
  tx: Tx,
  keys: Keys,
  { phone, identity_number, request_type }: Columns,
  self = 0,
): Promise<void> {
  const number = String(identity_number)
  await sql`select pg_advisory_xact_lock(hashtext('member ' || ${String(phone)}::text))`.execute(tx)
  const found = await row(
    tx,
    sql`select 1 as n from member_register r where r.phone = ${phone} and ${holdsSealed(keys, sql`r.identity_number`, number)}
        and r.request_type = ${request_type} and r.deleted_at is null and r.id <> ${self} and (r.request_type = 'new' or r.status = 'waiting')`,
  )
  if (found) refuse('registered already')
}

export const placeOf = ({ house }: { house: House }): Place => ({
  keys: house.config.keys,
  today: wallClock(new Date(), house.config.timezone).day,
})
