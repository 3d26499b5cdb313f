import { useSyncExternalStore } from 'react'
import type { MailAddress, MailAttached, MailDraft, MailMode } from '../../../shared/mail.ts'
import { ownerOf, token } from '../../../web/token.ts'
import { uniqueKey } from '../../../web/unique.ts'
import { type Placed, withPlaces } from './placed.ts'

/** What goes along: a file of one's own, or a part of another mail or of the draft itself. */
export type Attached = MailAttached

/** A mail that is being written. */
export interface Writing {
  /** Also the key by which a repeated sending is known as one. */
  key: string
  /** Of the draft in the mailbox, once it is there. */
  id: string | null
  to: MailAddress[]
  cc: MailAddress[]
  bcc: MailAddress[]
  subject: string
  /** One's own words and the signature. */
  body: string
  /** What is answered or forwarded, behind them; null where it is still to be fetched. */
  quote: string | null
  attached: Attached[]
  placed: Placed
  in_reply_to: string | null
  mode: MailMode
  isFolded: boolean
  hasCopies: boolean
  /** Moves with every change of what is written, to see whether the mailbox has it. */
  version: number
  /** The version that the mailbox has. One that comes from it, or answers a mail, begins with 0 there. */
  keptVersion: number
}

export const blank = (): Writing => ({
  key: uniqueKey(),
  id: null,
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  body: '',
  quote: '',
  attached: [],
  placed: {},
  in_reply_to: null,
  mode: 'new',
  isFolded: false,
  hasCopies: false,
  version: 0,
  keptVersion: 0,
})

let writings: readonly Writing[] = []
const listeners = new Set<() => void>()
const read = () => writings

export const useWritings = (): readonly Writing[] => useSyncExternalStore(listen, read)
export const writingOf = (key: string): Writing | undefined => writings.find((one) => one.key === key)

/** Opens one in front of the others. */
export function open(writing: Writing): void {
  become([...writings.filter(({ key }) => key !== writing.key), writing])
  hold(writing.key)
  keep(writing)
}

/** The one that is this draft of the mailbox. */
export const writingBy = (id: string): Writing | undefined => writings.find((one) => one.id === id)

type Part = Partial<Omit<Writing, 'key' | 'version'>>

/** Changes what is written, and keeps it on the device at once. */
export function write(key: string, part: Part): void {
  change(key, (now) => ({ ...now, ...part, version: now.version + 1 }))
}

/** Changes how or where it stands, and not what is written. */
export function place(
  key: string,
  part: Pick<Part, 'isFolded' | 'hasCopies' | 'id' | 'quote' | 'attached' | 'placed' | 'keptVersion'>,
): void {
  change(key, (now) => ({ ...now, ...part }))
}

/** Lays it aside, and goes on with what lies beneath. */
export function fold(key: string): void {
  place(key, { isFolded: true })
  focusPage()
}

export const focusPage = (): void => document.getElementById('main')?.focus({ preventScroll: true })

function change(key: string, make: (now: Writing) => Writing): void {
  become(writings.map((one) => (one.key === key ? make(one) : one)))
  const found = writingOf(key)
  if (found) keep(found)
}

/** No longer being written: sent, thrown away, or closed and in the mailbox. */
export function close(key: string): void {
  become(writings.filter((one) => one.key !== key))
  holds.get(key)?.()
  holds.delete(key)
  try {
    localStorage.removeItem(nameOf(key))
  } catch {
    // Nothing was kept.
  }
}

export const isEmpty = ({ to, cc, bcc, subject, body, attached }: Writing): boolean =>
  to.length + cc.length + bcc.length + attached.length === 0 && subject.trim() === '' && wordsOf(body) === ''

const wordsOf = (html: string): string =>
  (html.split('<p>-- </p>')[0] ?? '')
    .replace(/<img\b[^>]*>/g, '▢')
    .replace(/<[^>]*>|&nbsp;/g, '')
    .trim()

/** All that is said, with what it answers. */
export const textOf = ({ body, quote }: Writing): string => body + (quote ?? '')

/** As the calls take it. */
export function draftOf(writing: Writing): MailDraft {
  const { to, cc, bcc, subject, attached, placed, in_reply_to, mode } = writing
  const html = withPlaces(textOf(writing), placed)
  const files = attached.flatMap(({ file }) => (file ? [file] : []))
  const forwarded = attached.flatMap(({ id, part }) => (id && part ? [{ id, part }] : []))
  const inText = [...html.matchAll(/data-file="([\w-]+)"/g)].map((found) => found[1] ?? '')
  return {
    to,
    cc,
    bcc,
    subject,
    html,
    files: [...new Set([...files, ...inText])],
    forwarded,
    in_reply_to,
    mode,
  }
}

// On the device: under the person's own name, so that a reload, a lost line or a lost session loses nothing.
const PREFIX = 'mail-writing-'
const nameOf = (key: string) => `${PREFIX}${ownerOf(token())}-${key}`
/** What is quoted can be fetched again; the room in the browser is for one's own words. */
const QUOTE_MOST = 100_000

function keep(writing: Writing): void {
  const quote = (writing.quote?.length ?? 0) > QUOTE_MOST ? null : writing.quote
  try {
    if (isEmpty(writing)) localStorage.removeItem(nameOf(writing.key))
    else localStorage.setItem(nameOf(writing.key), JSON.stringify({ ...writing, quote }))
  } catch {
    // Full or switched off: the mailbox keeps it a moment later.
  }
}

/** Of several tabs the one in which it is written has it. */
const holds = new Map<string, () => void>()

function hold(key: string): void {
  if (!navigator.locks || holds.has(key)) return
  holds.set(key, () => undefined)
  void navigator.locks.request(PREFIX + key, { ifAvailable: true }, (lock) => {
    if (lock) return new Promise<void>((free) => void holds.set(key, free))
    // Another tab is at it.
    holds.delete(key)
    become(writings.filter((one) => one.key !== key))
    return undefined
  })
}

/** What was being written when the page was left, but for what another tab has open. */
export function restore(): void {
  const mine = nameOf('')
  const kept = Object.keys(localStorage).filter((name) => name.startsWith(mine))
  for (const name of kept) {
    const found = parse(localStorage.getItem(name))
    if (found && !writingOf(found.key)) {
      become([...writings, found])
      hold(found.key)
    }
  }
}

function parse(text: string | null): Writing | null {
  try {
    const found = JSON.parse(text ?? '') as Partial<Writing> // written by `keep` alone
    // The draft may have been thrown away elsewhere since.
    return { ...blank(), ...found, keptVersion: 0 }
  } catch {
    return null
  }
}

function become(next: readonly Writing[]): void {
  writings = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
