import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { MailAddress, MailDraftShown, MailMode, MailShown, MailStatus } from '../../../shared/mail.ts'
import { get } from '../../../web/api.ts'
import { client } from '../../../web/query.ts'
import { chainTimeZone } from '../../../web/session.ts'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { mailKeys, shownMail } from '../data.web.ts'
import { wholeAddress } from '../names.web.ts'
import { blank, open, place, type Writing, writingBy } from './writings.web.ts'

const statusNow = () => client.getQueryData<MailStatus>(mailKeys.status)

/** Two dashes and a blank stand before every signature, so that mail programs know it as one. */
const signature = (): string => {
  const words = statusNow()?.signature
  return words ? `<p></p><p>-- </p>${words}` : ''
}

/** An empty mail; to somebody where that is known. */
export const writeNew = (part: Partial<Writing> = {}): void => open({ ...blank(), body: signature(), ...part })

/** What a link `mailto:` asks for. */
export function writeTo(address: string): void {
  const found = /^mailto:([^?]*)(?:\?(.*))?$/i.exec(address)
  const more = new URLSearchParams(found?.[2] ?? '')
  const to = decode(found?.[1] ?? '')
    .split(',')
    .map((one) => ({ name: '', address: one.trim() }))
  writeNew({ to: to.filter((one) => one.address !== ''), subject: more.get('subject') ?? '' })
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Answers or forwards a mail, with its words behind one's own. */
export function answer(mail: MailShown, mode: Exclude<MailMode, 'new'>): void {
  const { to, cc } = mode === 'forward' ? { to: [], cc: [] } : recipientsOf(mail, mode === 'reply_all')
  open({
    ...blank(),
    mode,
    to,
    cc,
    hasCopies: cc.length > 0,
    subject: subjectFor(mail.subject, mode),
    body: signature(),
    quote: quoteOf(mail, mode),
    attached:
      mode === 'forward'
        ? mail.files
            .filter(({ inline }) => !inline)
            .map(({ part, name, type, size }) => ({ file: null, id: mail.id, part, name, type, size }))
        : [],
    in_reply_to: mail.id,
  })
}

function recipientsOf(mail: MailShown, isAll: boolean): { to: MailAddress[]; cc: MailAddress[] } {
  const me = statusNow()?.address.toLowerCase()
  const isOther = ({ address }: MailAddress) => address.toLowerCase() !== me
  const back = mail.reply_to.length > 0 ? mail.reply_to : [mail.from]
  // An answer to one's own mail goes on to whom that went.
  const first = back.some(isOther) ? back : mail.to
  if (!isAll) return { to: first, cc: [] }
  const to = once([...first, ...mail.to].filter(isOther), [])
  return { to: to.length > 0 ? to : first, cc: once(mail.cc.filter(isOther), to) }
}

const once = (all: readonly MailAddress[], but: readonly MailAddress[]): MailAddress[] => {
  const known = new Set(but.map(({ address }) => address.toLowerCase()))
  return all.filter(({ address }) => !known.has(address.toLowerCase()) && known.add(address.toLowerCase()))
}

const PREFIXES = { reply: /^\s*(re|tl|답장)\s*:/i, forward: /^\s*(fwd?|wg|전달)\s*:/i }

function subjectFor(subject: string, mode: 'reply' | 'reply_all' | 'forward'): string {
  const kind = mode === 'forward' ? 'forward' : 'reply'
  return PREFIXES[kind].test(subject) ? subject : `${kind === 'forward' ? 'Fwd' : 'Re'}: ${subject}`
}

/** The words of a mail as they stand behind an answer; pictures of it are not sent around again. */
export function quoteOf(mail: MailShown, mode: MailMode): string {
  const at = formatMoment(mail.date, chainTimeZone())
  const words = mail.html ?? `<p>${escaped(mail.text).replaceAll('\n', '<br>')}</p>`
  if (mode !== 'forward') {
    const line = t('On {{at}}, {{who}} wrote:', { at, who: wholeAddress(mail.from) })
    return `<p>${escaped(line)}</p><blockquote type="cite">${words}</blockquote>`
  }
  const head: [string, string][] = [
    [t('Sender'), wholeAddress(mail.from)],
    [t('Date'), at],
    [t('Subject'), mail.subject],
    [t('Recipients'), mail.to.map(wholeAddress).join(', ')],
  ]
  const lines = head.map(([name, value]) => `${escaped(name)}: ${escaped(value)}`).join('<br>')
  return `<p>---------- ${escaped(t('Forwarded mail'))} ----------<br>${lines}</p><blockquote type="cite">${words}</blockquote>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Drafts on their way here: one that is asked for twice is opened once. */
const coming = new Set<string>()

/** Goes on with a draft of the mailbox, from wherever it was begun. */
export async function continueDraft(id: string): Promise<void> {
  const here = writingBy(id)
  if (here) return place(here.key, { isFolded: false })
  if (coming.has(id)) return
  coming.add(id)
  try {
    reopen(await get<MailDraftShown>('mail/draft', { id }))
  } catch (error) {
    sayFailure(error)
  }
  coming.delete(id)
}

/** A draft as the server tells it, in front of the others. */
export function reopen(draft: MailDraftShown): void {
  const { body, quote } = apart(draft.html)
  const { id, to, cc, bcc, subject, attached, in_reply_to, mode } = draft
  const hasCopies = cc.length + bcc.length > 0
  open({ ...blank(), id, to, cc, bcc, subject, body, quote, attached, in_reply_to, mode, hasCopies })
}

/** One's own words, and what they answer: the last quote of the draft with the line that introduces it. */
function apart(html: string): { body: string; quote: string } {
  const at = html.search(/(?:<p>(?:(?!<p>).)*<\/p>)?\s*<blockquote[\s>](?!.*<blockquote type)/s)
  return at < 0 ? { body: html, quote: '' } : { body: html.slice(0, at), quote: html.slice(at) }
}

/** The quote of a writing that the device did not keep, from the mail it answers. */
export async function fetchQuote({ in_reply_to, mode }: Writing): Promise<string> {
  if (!in_reply_to) return ''
  return quoteOf(await client.fetchQuery(shownMail(in_reply_to)), mode)
}
