import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { pack } from '../../shared/message.ts'
import { domainOf, oneLine } from './addresses.ts'
import type { Reached } from './targets.ts'

export interface Account extends Reached {
  user: string
  password: string
}

/**
 * What became of a mail: sent, and to which of several addresses not; refused for now or for good; or `unknown`, where the server had all of it and did not say
 * whether it took it. `taken over` is a mail that another of our servers has meanwhile.
 */
export type Outcome =
  | { kind: 'sent'; refused?: string[] }
  | { kind: 'later' | 'never' | 'unknown'; reason: string }
  | { kind: 'taken over' }

/** Fence: asked once, right before the bytes without which no mail server takes the mail. */
export type Fence = () => Promise<boolean>

export interface Envelope {
  from: string
  to: string | readonly string[]
}

/**
 * Hands one mail to a mail server, and says what became of it whatever the server does.
 * @param silence ms the server may keep silent; the whole may take four times as long before the fence and twice after it
 */
export async function handOver(
  account: Account,
  envelope: Envelope,
  message: Buffer,
  fence: Fence,
  silence: number,
): Promise<Outcome> {
  const connection = new SMTPConnection(optionsOf(account, domainOf(envelope.from), silence))
  const talk = new Talk(connection, silence)
  try {
    await talk.connect()
    if (account.user) await talk.signIn(account)
    return await talk.send(envelope, message, fence)
  } catch (error) {
    return talk.judge(error)
  } finally {
    talk.end()
  }
}

/** Whether the server can be reached and takes the account, within so many ms; null, or why not (packed). */
export async function trySmtp(account: Account, name: string, ms: number): Promise<string | null> {
  const talk = new Talk(new SMTPConnection(optionsOf(account, name, ms)), ms, ms)
  try {
    await talk.connect()
    if (account.user) await talk.signIn(account)
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    talk.end()
  }
}

const optionsOf = (account: Account, name: string, silence: number) => ({
  host: account.address,
  port: account.port,
  ...(isIP(account.host) === 0 && { servername: account.host }),
  name,
  secure: account.security === 'tls',
  requireTLS: account.security === 'starttls',
  ignoreTLS: account.security === 'none',
  connectionTimeout: silence,
  greetingTimeout: silence,
  socketTimeout: silence,
  socketCloseTimeout: 0,
  maxResponseSize: 64 * 1024,
  tls: { rejectUnauthorized: !account.isInternal, minVersion: 'TLSv1.2' as const },
})

/** One conversation with a mail server. It ends by an answer, an error, or the clock. */
class Talk {
  readonly #connection: SMTPConnection
  readonly #silence: number
  #timer: NodeJS.Timeout | undefined
  #fail: (error: Error) => void = () => {}
  readonly #broken: Promise<never>
  #isHandedOver = false
  #isTakenOver = false

  constructor(connection: SMTPConnection, silence: number, whole = silence * 4) {
    this.#connection = connection
    this.#silence = silence
    this.#broken = new Promise<never>((_, fail) => {
      this.#fail = fail
    })
    this.#broken.catch(() => {})
    connection.on('error', (error: Error) => this.#fail(error))
    connection.on('end', () => this.#fail(new Error('The connection was closed')))
    this.#limit(whole)
  }

  connect(): Promise<void> {
    return this.#answer((done) => this.#connection.connect((error) => done(error)))
  }

  signIn({ user, password }: Account): Promise<void> {
    return this.#answer((done) =>
      this.#connection.login({ credentials: { user, pass: password } }, (error) => done(error)),
    )
  }

  async send(envelope: Envelope, message: Buffer, fence: Fence): Promise<Outcome> {
    const source = Readable.from(this.#fenced(message, fence), { objectMode: false })
    const whole = { from: envelope.from, to: [envelope.to].flat(), size: message.length }
    let refused: string[] = []
    await this.#answer((done) =>
      this.#connection.send(whole, source, (error, info) => {
        refused = (info?.rejected ?? []).map(String)
        done(error)
      }),
    )
    return refused.length > 0 ? { kind: 'sent', refused } : { kind: 'sent' }
  }

  /** A mail server takes a mail at its end and not before: the end goes out only once the fence is passed. */
  async *#fenced(message: Buffer, fence: Fence): AsyncGenerator<Buffer> {
    yield message.subarray(0, -1)
    if (!(await fence())) {
      this.#isTakenOver = true
      throw new Error('Another server has this mail')
    }
    this.#isHandedOver = true
    this.#limit(this.#silence * 2)
    yield message.subarray(-1)
  }

  judge(error: unknown): Outcome {
    const answered = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
    const reason = reasonOf(error)
    if (this.#isTakenOver) return { kind: 'taken over' }
    if (this.#isHandedOver && (answered < 400 || answered > 599)) return { kind: 'unknown', reason }
    return { kind: answered >= 500 && !isAboutUs(error) ? 'never' : 'later', reason }
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#connection.close()
  }

  #limit(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(Object.assign(new Error('Too slow'), { code: 'ETIMEDOUT' })), ms)
  }

  #answer(ask: (done: (error?: Error | null) => void) => void): Promise<void> {
    const answered = new Promise<void>((done, fail) => ask((error) => (error ? fail(error) : done())))
    return Promise.race([answered, this.#broken])
  }
}

/** A wrong password, or an account that may not send, is the administrator's to mend: the mail waits for that. */
const isAboutUs = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EAUTH', 'ENOAUTH', 'ETLS'].includes(String(error.code))

const SENTENCES: Record<string, string> = {
  ETIMEDOUT: 'The mail server does not answer',
  ECONNECTION: 'The mail server cannot be reached',
  ESOCKET: 'The mail server cannot be reached',
  ECONNREFUSED: 'The mail server cannot be reached',
  EAUTH: 'The mail server does not accept user and password',
  ENOAUTH: 'The mail server does not accept user and password',
  ETLS: 'No safe connection to the mail server',
}

/** Why, packed: a sentence of ours, and what a mail server said about the mail itself. Never what a stranger's port says. */
export function reasonOf(error: unknown): string {
  const { code, response, responseCode } = {
    code: '',
    response: '',
    responseCode: 0,
    ...(error instanceof Error && error),
  }
  const sentence = SENTENCES[String(code)]
  if (sentence) return pack(sentence)
  if (responseCode && response)
    return pack('The mail server answered: {{answer}}', { answer: oneLine(String(response), 150) })
  return pack('The connection to the mail server broke off')
}
