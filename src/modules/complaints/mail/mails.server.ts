import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { rows } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer, orNull } from '#server/http/answers.ts'
import type { MailKind, MailState } from '#server/mail/outbox.ts'
import type { Named } from '../../../shared/fields.ts'
import type { Language } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'

/** A mail to the customer, as the time line shows it. */
const SENT_MAIL = {
  id: 'number',
  kind: narrowed<MailKind>('string'),
  state: narrowed<MailState>('string'),
  to: 'string',
  subject: 'string',
  /** Clean. */
  body: 'string',
  files: 'string[]',
  /** In the reader's language: why it did not go. */
  reason: 'string?',
  next_at: 'date?',
  tries: 'number',
  author: jsonOf<Named | null>(),
  created_at: 'date',
} as const
export const MAIL = namedAnswer('Mail', { ...SENT_MAIL, kind: 'string', state: 'string', author: orNull(NAMED) })
export type SentMail = RowOf<typeof SENT_MAIL>

/** The private link is the customer's alone: whoever has it rates the handling. */
const HIDDEN_LINK = sql`regexp_replace(coalesce(m.body_html, ''), '/feedback/follow/[A-Za-z0-9_=-]+', '/feedback/follow/…', 'g')`

export async function mailsOf(db: Db, complaint: number, language: Language): Promise<SentMail[]> {
  const found = await rows(
    db,
    SENT_MAIL,
    sql`select m.id, m.kind, m.state, m.recipient as to, m.subject, ${HIDDEN_LINK} as body, m.reason, m.tries, m.created_at,
          case when m.state = 'waiting' and m.tries > 0 then m.next_at end as next_at,
          case when u.id is null then null else json_build_object('id', u.id, 'name', u.user_name) end as author,
          coalesce((select array_agg(p.name order by p.position) from mail_parts p where p.mail = m.id), '{}') as files
        from mails m left join users u on u.id = m.created_by where m.complaint = ${complaint} and m.kind <> 'notice' order by m.id limit 500`,
  )
  return found.map((mail) => ({ ...mail, reason: mail.reason && tell(mail.reason, language) }))
}

/** A mail of the customer's behind a complaint or a comment. */
const CAME_BY_MAIL = {
  id: 'number',
  comment: 'number?',
  sender: 'string',
  subject: 'string?',
  /** Names of attachments that are no pictures or videos we take. */
  left_out: 'string[]',
} as const
export const CAME_BY = namedAnswer('ReceivedMail', CAME_BY_MAIL)
export type CameByMail = RowOf<typeof CAME_BY_MAIL>

export const cameByMail = (db: Db, complaint: number): Promise<CameByMail[]> =>
  rows(
    db,
    CAME_BY_MAIL,
    sql`select id, comment, sender, subject, left_out from received_mails where complaint = ${complaint} and state in ('ticket', 'reply')
        order by id limit 500`,
  )
