import { type DestinationStream, type Logger, pino } from 'pino'
import { codeOf } from './db/db.ts'
import { OUTAGE, Repeats, repeatOf } from './repeats.ts'

/**
 * The house's log: JSON lines in which nobody can be recognised (design/security.md, Logging). What a database that is gone, full or
 * overrun makes every caller say is said once a minute, and how often it was held back.
 */
export const openLog = (level: string, destination: DestinationStream): Logger => {
  const repeats = new Repeats()
  return pino(
    {
      level,
      base: null,
      serializers: { err: safeError },
      hooks: {
        logMethod(given, method) {
          const once = calm(given, repeats)
          if (once) method.apply(this, once.map(safeWords) as typeof given) // each as it was, but its letters
        },
      },
    },
    destination,
  )
}

const safeWords = (one: unknown): unknown => (typeof one === 'string' ? safeText(one) : one)

function calm(given: readonly unknown[], repeats: Repeats): unknown[] | null {
  const [first, ...rest] = given
  const error: unknown = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
  const what = error === undefined ? null : repeatOf(error)
  if (what === null) return [...given]
  const held = repeats.pass(what)
  if (held === null) return null
  if (what !== OUTAGE) return [{ ...(first as object), ...(held > 0 && { repeated: held }) }, ...rest] // an object that holds an error
  const cause = codeOf(error) ?? (error instanceof Error ? error.message : String(error))
  return [
    { cause, ...(held > 0 && { repeated: held }) },
    `the database does not answer; trying again: ${rest[0] ?? ''}`,
  ]
}

const EMAIL = /[\w.+-]+@((?:[\w-]+\.)+[a-z]{2,})/gi
/** Phone numbers, numbers of papers and cards: nine digits or more that are no part of a longer word. */
const NUMBER = /(?<![\w-])\+?\d{6,}(\d{3})(?![\w-])/g

/** A sentence without anybody's address or number. */
const safeText = (text: string): string => text.replace(EMAIL, '***@$1').replace(NUMBER, '******$1')

/** What of an error goes into the log: no details, in which a database repeats the values it was given. */
function safeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: safeText(String(error)) }
  const code = codeOf(error)
  return {
    type: error.name,
    message: safeMessage(error),
    ...(code && { code }),
    ...placeIn(error),
    stack: framesOf(error),
    ...(error.cause !== undefined && { cause: safeError(error.cause) }),
  }
}

/** Errors of data (class 22) end in the value that was wrong. */
export function safeMessage(error: Error): string {
  const text = codeOf(error)?.startsWith('22') ? error.message.replace(/"[^"]*"/g, '"…"') : error.message
  return safeText(text)
}

const placeIn = (error: Error): object =>
  Object.fromEntries(
    ['table', 'column', 'constraint'].flatMap((name) => {
      const value: unknown = Reflect.get(error, name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
