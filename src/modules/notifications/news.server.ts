import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { actorMay } from '#server/actor.ts'
import { type Db, rows, type Sql } from '#server/db/db.ts'
import type { House } from '#server/house.ts'
import { type Letter, type LetterLine, letterOf } from '#server/mail/letter-page.ts'
import type { Facts } from '#server/mail/letters.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { formatMoment } from '../../shared/format.ts'
import { tIn } from '../../shared/language.ts'
import { complaints } from '../complaints/complaints.ts'
import { sentenceOf } from './kinds.ts'

/** Where everybody chooses what they are told, and how they end it. */
const SETTINGS = '/profile-setting?tab=notifications'

/** What happened, at once: one letter for all that came together. */
export async function writeNews(house: House, reader: Actor, { notifications }: Facts): Promise<Letter | null> {
  const ids = Array.isArray(notifications) ? notifications.map(Number) : []
  const found = await newsOf(house.db, reader, sql`n.id = any(${ids}::bigint[])`)
  const [first] = found
  if (!first) return null
  const { language } = reader
  const subject =
    found.length === 1
      ? sentenceOf(first, language)
      : tIn(language, '{{count}} new notifications', { count: found.length })
  return letterOf(subject, [{ lines: linesOf(house, reader, found) }], footOf(house, reader))
}

export interface News {
  kind: string
  params: Record<string, string | number>
  ticket_id: number
  title: string
  created_at: string
}

const NEWS_MOST = 100

/** Notifications of a reader, oldest first, of tickets that they may see now. */
export async function newsOf(db: Db, reader: Actor, which: Sql): Promise<News[]> {
  if (!actorMay(reader, complaints.permission, 'read')) return []
  const scope = scopeOf(complaints, reader)
  return rows<News>(
    db,
    sql`select n.kind, n.params, n.ticket_id, r.title, n.created_at from notifications n join complaints r on r.id = n.ticket_id
        where n.user_id = ${reader.id} and ${which} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``} order by n.id limit ${NEWS_MOST}`,
  )
}

export const linesOf = ({ config }: House, { language }: Actor, news: readonly News[]): LetterLine[] =>
  news.map((one) => ({
    words: sentenceOf(one, language),
    detail: `${one.title} · ${formatMoment(one.created_at, config.timezone)}`,
    link: linkTo(config.publicUrl, one.ticket_id),
  }))

/** A ticket's own page, where the house knows its address. */
export const linkTo = (publicUrl: string | undefined, ticket: number): string | null =>
  publicUrl ? `${publicUrl}/complaints/view/${ticket}` : null

/** Why this came, and how to end it. */
export function footOf({ config }: House, { language, name }: Actor): string[] {
  const why = tIn(language, 'This mail is for {{name}}. You chose it in your account settings.', { name })
  const how = tIn(language, 'To get less or none of it, open Account settings, Notifications')
  return [why, config.publicUrl ? `${how}: ${config.publicUrl}${SETTINGS}` : `${how}.`]
}
