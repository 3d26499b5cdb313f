import type { Actor } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import type { ExtraBody, Parameter } from '#server/http/route.ts'
import type { PersonalMailbox } from '#server/mail/personal/mailbox.ts'
import type { MailPlace } from '#server/mail/personal/places.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'

/** The caller's own mailbox; there is no way to name another. */
export const ownMailbox = ({ context, actor }: { context: AppContext; actor: Actor }): Promise<PersonalMailbox> =>
  (context.mailboxes ?? refuse('unavailable')).of(Number(actor.id))

export const MAIL_ID: Parameter = {
  says: 'The key of a mail',
  schema: { type: 'string', maxLength: 2000 },
  isRequired: true,
}

const IDS_MOST = 1000

/** The mails that an act is about. */
export const IDS = {
  ids: {
    isNeeded: true,
    type: 'array',
    minItems: 1,
    maxItems: IDS_MOST,
    items: { type: 'string', maxLength: 2000 },
    description: 'Keys of mails',
  },
} as const satisfies ExtraBody

/** @throws Refusal where they are no keys of the caller's own mails */
export function placesIn(mailbox: PersonalMailbox, body: unknown): MailPlace[] {
  const given = (body as { ids?: unknown }).ids // an object, as the body check made sure
  if (!Array.isArray(given) || given.length === 0 || given.length > IDS_MOST)
    refuse('invalid', { fields: { ids: pack('{{field}} is not valid', { field: 'Mails' }) } })
  return given.map((key) => mailbox.keys.mail(key))
}
