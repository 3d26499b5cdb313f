import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { MAIL_UNDO_SECONDS, type MailDraftShown } from '../../../shared/mail.ts'
import { SCREEN_REFUSALS, type ScreenRefusalName } from '../../../shared/screen-refusals.ts'
import { ApiRefusal, post } from '../../../web/api.ts'
import { client } from '../../../web/query.ts'
import { chainTimeZone } from '../../../web/session.ts'
import { confirm } from '../../../web/ui/dialogs/confirm.tsx'
import { sayFailure, snackbar } from '../../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../../web/unique.ts'
import { undoNext } from '../acts.web.ts'
import { mailKeys, refreshMails } from '../data.web.ts'
import { inTurn } from './keeping.web.ts'
import { reopen } from './start.web.ts'
import { close, draftOf, isEmpty, place, type Writing, writingOf } from './writings.web.ts'

/** In our three languages, words that promise a file. */
const PROMISES = /đính kèm|gửi kèm|attach|enclosed|첨부/i

/** Queues a mail; it leaves ten seconds later, or at its time, unless it is taken back. Throws what the server said; the mail stays open then. */
export async function send(key: string, at: string | null): Promise<boolean> {
  const writing = writingOf(key)
  if (!writing) return false
  if (isMissingFile(writing) && !(await mayGoWithout())) return false
  const asked = queueOrAsk(writing, at, key)
  undoNext(() => void asked.then((sent) => sent && takeBack(sent.id)).catch(() => undefined))
  const sent = await asked
  if (!sent) return false
  const { id, sends_at } = sent
  const said = at
    ? t('Goes out on {{at}}', { at: formatMoment(sends_at, chainTimeZone()) })
    : t('The mail goes out in {{count}} seconds', { count: MAIL_UNDO_SECONDS })
  const run = () => void takeBack(id)
  snackbar(said, { variant: 'alert', colour: 'ok', action: { label: t('Undo'), run } })
  refreshMails()
  void client.invalidateQueries({ queryKey: mailKeys.scheduled })
  return true
}

interface Queued {
  id: number
  sends_at: string
}

/** Where the draft went elsewhere, or left already and the answer was lost, it goes as a mail of its own once that is agreed to. */
async function queueOrAsk(writing: Writing, at: string | null, sendKey: string): Promise<Queued | null> {
  try {
    return await queue(writing, at, sendKey)
  } catch (error) {
    if (!isRefusal(error, 'draft gone', 'key reused')) throw error
    void client.invalidateQueries({ queryKey: mailKeys.scheduled })
    const isSent = error.code === SCREEN_REFUSALS['key reused'].code
    const why = isSent ? t('This mail was sent already, without your last changes.') : error.description
    if (!(await mayGoAsWell(why))) return null
    place(writing.key, { id: null })
    return queueOrAsk(writing, at, isSent ? uniqueKey() : sendKey)
  }
}

const queue = (writing: Writing, at: string | null, sendKey: string) =>
  inTurn(writing.key, async () => {
    const now = writingOf(writing.key) ?? writing
    const body = { ...draftOf(now), ...(now.id && { draft: now.id }), ...(at && { at }) }
    const sent = await post<Queued>('mail/send', body, { idempotencyKey: sendKey })
    close(now.key)
    return sent
  })

const isRefusal = (error: unknown, ...names: ScreenRefusalName[]): error is ApiRefusal =>
  error instanceof ApiRefusal && names.some((name) => SCREEN_REFUSALS[name].code === error.code)

const mayGoAsWell = async (why: string): Promise<boolean> =>
  (await confirm({ title: t('Send this mail all the same?'), description: why, submit: t('Send anyway') })).status === 1

const isMissingFile = ({ body, attached }: Writing): boolean =>
  attached.length === 0 && !/data-file=/.test(body) && PROMISES.test(body.replace(/<[^>]*>/g, ' '))

const mayGoWithout = async (): Promise<boolean> =>
  (
    await confirm({
      title: t('Send without a file?'),
      description: t('The mail speaks of an attachment, and there is none.'),
      submit: t('Send anyway'),
    })
  ).status === 1

/** A mail that has not left yet comes back to be written on. */
export async function takeBack(id: number): Promise<void> {
  try {
    const { draft } = await post<{ draft: MailDraftShown }>('mail/send/undo', { id })
    reopen(draft)
  } catch (error) {
    sayFailure(error)
  }
  void client.invalidateQueries({ queryKey: mailKeys.scheduled })
}

/** Does not wait for its time, or tries once more. */
export async function sendNow(id: number): Promise<void> {
  try {
    await post('mail/send/now', { id })
    snackbar(t('The mail is on its way'), { variant: 'alert', colour: 'ok' })
  } catch (error) {
    sayFailure(error)
  }
  void client.invalidateQueries({ queryKey: mailKeys.scheduled })
}

/** Thrown away, also in the mailbox; one with words asks first. */
export async function discard(writing: Writing): Promise<void> {
  // One that nobody has written on is thrown away without a word.
  if (!isEmpty(writing) && (writing.version > 0 || writing.id)) {
    const { status } = await confirm({
      title: t('Throw this mail away?'),
      description: t('It is deleted from the drafts, too.'),
      submit: t('Throw away'),
      danger: true,
    })
    if (status !== 1) return
  }
  await inTurn(writing.key, async () => {
    const id = writingOf(writing.key)?.id ?? writing.id
    close(writing.key)
    if (!id) return
    await post('mail/destroy', { ids: [id] }, { quiet: true }).catch(sayFailure)
    refreshMails()
  })
}
