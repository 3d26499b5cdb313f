import type { MailMode } from '../../../shared/mail.ts'
import { client } from '../../../web/query.ts'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { conversationOf, shownMail } from '../data.web.ts'
import { answer } from './start.web.ts'

/** Answers the newest mail of a conversation that somebody else wrote, or the newest where there is none. */
export async function answerNewest(id: string, mode: Exclude<MailMode, 'new'>): Promise<void> {
  try {
    const mails = await client.fetchQuery(conversationOf(id))
    const newest = mails.findLast(({ draft }) => !draft) ?? mails.at(-1)
    if (newest) answer(newest.shown ?? (await client.fetchQuery(shownMail(newest.id))), mode)
  } catch (error) {
    sayFailure(error)
  }
}
