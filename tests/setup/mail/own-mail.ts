import { randomUUID } from 'node:crypto'
import { imapOf } from '../../../src/server/mail/imap.ts'
import type { MailFolder, MailPage, MailRole, MailShown } from '../../../src/shared/mail.ts'
import type { Chain, Person } from '../chain.ts'
import { MAIL_PASSWORD, type MailServers } from './real-servers.ts'

/** The connection of a person to a mailbox of the tests. */
export const connectionTo = (servers: MailServers, address: string, more: object = {}) => ({
  imap_host: '127.0.0.1',
  imap_port: servers.imapPort,
  imap_security: 'tls',
  imap_user: address,
  imap_password: MAIL_PASSWORD,
  smtp_host: '127.0.0.1',
  smtp_port: servers.smtpPort,
  smtp_security: 'starttls',
  smtp_same: true,
  ...more,
})

export async function connectMailbox(chain: Chain, by: Person, settings: object): Promise<void> {
  const kept = await chain.call('POST', 'update-imap', { by, body: settings })
  if (kept.status !== 200) throw new Error(`The mailbox was refused: ${kept.text} ${JSON.stringify(kept.data)}`)
}

/** Another mail program that is signed in to a mailbox of the tests. */
export async function anotherProgram({ imapPort: port }: MailServers, user: string) {
  const place = { host: '127.0.0.1', address: '127.0.0.1', port, security: 'tls', isInternal: true } as const
  const program = imapOf({ ...place, user, password: MAIL_PASSWORD }, 5000)
  await program.connect()
  return program
}

interface Written {
  from?: string
  to?: string
  subject?: string
  id?: string
  answers?: string
  text?: string
  html?: string
  date?: Date
  headers?: string[]
}

/** A mail as its writer's program would make it. */
export function mailText({
  from = 'Lan <lan@customer.example>',
  to = 'staff@chain.example',
  ...mail
}: Written): string {
  const { subject = 'Một thư', id = `<${randomUUID()}@customer.example>`, answers, text = 'Xin chào', html } = mail
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Message-ID: ${id}`,
    `Date: ${(mail.date ?? new Date()).toUTCString()}`,
    ...(answers ? [`In-Reply-To: ${answers}`, `References: ${answers}`] : []),
    ...(mail.headers ?? []),
    'MIME-Version: 1.0',
  ]
  const plain = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', '', base64(text)]
  if (html === undefined) return [...head, ...plain, ''].join('\r\n')
  return [
    ...head,
    'Content-Type: multipart/alternative; boundary=alt',
    '',
    '--alt',
    ...plain,
    '--alt',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64(html),
    '--alt--',
    '',
  ].join('\r\n')
}

export const base64 = (content: string | Uint8Array): string =>
  (
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

/** A mail with files. */
export function mailWithFiles(
  mail: Written,
  files: readonly { name: string; type: string; content: Uint8Array; cid?: string }[],
): string {
  const whole = mailText(mail)
  const at = whole.indexOf('Content-Type:')
  const parts = files.map(({ name, type, content, cid }) =>
    [
      `--mix`,
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: ${cid ? 'inline' : 'attachment'}; filename="${name}"`,
      ...(cid ? [`Content-ID: <${cid}>`] : []),
      'Content-Transfer-Encoding: base64',
      '',
      base64(content),
    ].join('\r\n'),
  )
  return `${whole.slice(0, at)}Content-Type: multipart/mixed; boundary=mix\r\n\r\n--mix\r\n${whole.slice(at)}\r\n${parts.join('\r\n')}\r\n--mix--\r\n`
}

/** The calls of a person's own mailbox, as their screen makes them. */
export function ownMail(chain: Chain, by: Person, at?: string) {
  const where = at === undefined ? {} : { at }
  const get = <D>(path: string) => chain.call<D>('GET', path, { by, ...where })
  const post = <D = unknown>(path: string, body: object) => chain.call<D>('POST', path, { by, body, ...where })
  const data = async <D>(path: string): Promise<D> => {
    const answer = await get<D>(path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.data
  }
  const folders = async () => (await data<{ folders: MailFolder[] }>('mail/folders')).folders
  return {
    get,
    post,
    folders,
    folder: async (role: MailRole): Promise<MailFolder> => {
      const found = (await folders()).find((folder) => folder.role === role)
      if (!found) throw new Error(`There is no folder ${role}`)
      return found
    },
    list: (query: Record<string, string> = {}) => data<MailPage>(`mail?${new URLSearchParams(query)}`),
    show: (id: string) => data<MailShown>(`mail/show?id=${id}`),
  }
}

export const draftOf = (more: object = {}) => ({
  to: [{ name: 'Lan', address: 'lan@customer.example' }],
  cc: [],
  bcc: [],
  subject: 'Về đơn hàng',
  html: '<p>Chào chị, <b>cảm ơn</b> chị.</p>',
  files: [],
  forwarded: [],
  in_reply_to: null,
  mode: 'new',
  ...more,
})
