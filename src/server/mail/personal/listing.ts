import type { SearchObject } from 'imapflow'
import type { MailFilter } from '../../../shared/mail.ts'
import { refuse } from '../../../shared/refusals.ts'
import { forgetNumbering, keepHeaders, knownHeaders } from './cache.ts'
import { conversationsOf, type Listed } from './conversations.ts'
import { flagsOf, HEADER_QUERY, headerOf, type MailFlags, type MailHeader } from './headers.ts'
import type { OpenFolder } from './house.ts'
import type { PersonalMailbox } from './mailbox.ts'
import { firstWords, PREVIEWS_MOST } from './previews.ts'
import { searchOf } from './searching.ts'

export interface ListWish {
  path: string
  page: number
  perpage: number
  search: string
  filter: MailFilter | null
  /** Mails of one conversation as one row. */
  isGathered: boolean
}

/** One mail as a list shows it. */
export interface ListedMail extends Listed {
  path: string
  validity: number
  flags: MailFlags
  /** First words, where they are known. */
  preview: string | null
}

export interface ListedPage {
  /** Each a conversation, its newest mail first. */
  rows: ListedMail[][]
  unread: number
  /** Mails of the folder, or those found. */
  count: number
  hasMore: boolean
}

/** Mails that are looked through at once, the newest first. */
const WINDOW = 100
/** Nobody pages further; conversations are gathered among these. */
const DEEPEST = 20_000
const SEARCH_MS = 60_000

/** A page of a folder, the newest first: only the headers of what is shown are asked for, and of those only what is not known. */
export function listPage(mailbox: PersonalMailbox, wish: ListWish): Promise<ListedPage> {
  const { path, page, perpage, search, filter } = wish
  if (page * perpage > DEEPEST) refuse('not found')
  const asked = searchOf(search, filter)
  return mailbox.in(
    path,
    (folder) => (asked ? searched(mailbox, folder, wish, asked) : browsed(mailbox, folder, wish)),
    {
      ...(asked && { ms: SEARCH_MS }),
    },
  )
}

async function browsed(mailbox: PersonalMailbox, folder: OpenFolder, { page, perpage, isGathered }: ListWish) {
  const { client } = folder
  await client.noop() // a folder that is open already tells what is new only when it is asked
  const exists = client.mailbox ? client.mailbox.exists : 0
  const unread = await mailbox.unreadIn(folder)
  const [from, to] = [(page - 1) * perpage, page * perpage]
  if (!isGathered) {
    const mails = await bySequence(mailbox, folder, exists - to + 1, exists - from)
    const rows = await withWords(
      mailbox,
      folder,
      mails.map((mail) => [mail]),
    )
    return { rows, unread, count: exists, hasMore: exists > to }
  }
  const mails: ListedMail[] = []
  let rows: ListedMail[][] = []
  let low = exists
  // A conversation is listed where its newest mail lies; one window more finds further mails of those of this page.
  while (low > 0 && rows.length <= to) {
    mails.push(...(await bySequence(mailbox, folder, low - Math.max(WINDOW, perpage * 2) + 1, low)))
    low -= Math.max(WINDOW, perpage * 2)
    rows = conversationsOf(mails)
  }
  const shown = await withWords(mailbox, folder, rows.slice(from, to))
  return { rows: shown, unread, count: exists, hasMore: rows.length > to || low > 0 }
}

async function searched(
  mailbox: PersonalMailbox,
  folder: OpenFolder,
  { page, perpage, search, filter }: ListWish,
  asked: SearchObject,
): Promise<ListedPage> {
  const { client, path, validity } = folder
  await client.noop()
  const exists = client.mailbox ? client.mailbox.exists : 0
  const key = JSON.stringify([path, validity, exists, search, filter])
  const kept = mailbox.memory.get('search') as { key: string; uids: Uint32Array } | undefined // only set below
  // Further pages of a search do not search again.
  const uids =
    page > 1 && kept?.key === key ? kept.uids : Uint32Array.from((await client.search(asked, { uid: true })) || [])
  uids.sort()
  mailbox.memory.set('search', { key, uids })
  const unread = await mailbox.unreadIn(folder)
  const to = page * perpage
  const wanted = [...uids.subarray(Math.max(0, uids.length - to), Math.max(0, uids.length - to + perpage))]
  const mails = wanted.length > 0 ? await byRange(mailbox, folder, wanted.join(','), true) : []
  const rows = await withWords(
    mailbox,
    folder,
    mails.map((mail) => [mail]),
  )
  return { rows, unread, count: uids.length, hasMore: uids.length > to }
}

async function bySequence(
  mailbox: PersonalMailbox,
  folder: OpenFolder,
  from: number,
  to: number,
): Promise<ListedMail[]> {
  return to < 1 ? [] : byRange(mailbox, folder, `${Math.max(1, from)}:${to}`, false)
}

/** The newest first. What is not known yet is asked for, and kept. */
async function byRange(
  mailbox: PersonalMailbox,
  folder: OpenFolder,
  range: string,
  uid: boolean,
): Promise<ListedMail[]> {
  const { client, path, validity } = folder
  const found = await client.fetchAll(range, { uid: true, flags: true, labels: true }, { uid })
  const headers = await headersOf(
    mailbox,
    folder,
    found.map((mail) => mail.uid),
  )
  return found
    .flatMap((mail) => {
      const header = headers.get(mail.uid)
      return header ? [{ uid: mail.uid, header, path, validity, flags: flagsOf(mail), preview: null }] : []
    })
    .toSorted((a, b) => b.uid - a.uid)
}

/** The headers of these mails; what is gone meanwhile is left out. */
export async function headersOf(
  mailbox: PersonalMailbox,
  { client, path, validity }: OpenFolder,
  uids: readonly number[],
): Promise<Map<number, MailHeader>> {
  const { context, owner } = mailbox
  const { db, config } = context
  const place = { user: owner.id, path, validity }
  const known = uids.length > 0 ? await knownHeaders(db, config.keys, place, uids) : new Map<number, MailHeader>()
  const missing = uids.filter((uid) => !known.has(uid))
  if (missing.length === 0) return known
  const fresh = new Map<number, MailHeader>()
  try {
    for await (const mail of client.fetch(missing.join(','), HEADER_QUERY, { uid: true }))
      fresh.set(mail.uid, headerOf(mail))
  } finally {
    // Where the mail server takes longer than it is given, the next try goes on from here.
    await keepHeaders(db, config.keys, place, fresh)
  }
  if (mailbox.memory.get(`numbered ${path}`) !== validity) {
    mailbox.memory.set(`numbered ${path}`, validity)
    await forgetNumbering(db, config.keys, place)
  }
  return new Map([...known, ...fresh])
}

/** With the first words of the mail that stands for each row. */
async function withWords(
  mailbox: PersonalMailbox,
  folder: OpenFolder,
  rows: readonly ListedMail[][],
): Promise<ListedMail[][]> {
  const known = wordsKnown(mailbox, folder)
  const heads = rows.flatMap((mails) => mails.slice(0, 1))
  const missing = new Map(heads.filter(({ uid }) => !known.has(uid)).map(({ uid, header }) => [uid, header]))
  if (missing.size > 0) {
    const found = await firstWords(folder, missing)
    for (const uid of missing.keys()) known.set(uid, found.get(uid) ?? null)
    for (const oldest of known.keys()) if (known.size > PREVIEWS_MOST) known.delete(oldest)
  }
  return rows.map((mails) => mails.map((mail) => ({ ...mail, preview: known.get(mail.uid) ?? null })))
}

function wordsKnown(mailbox: PersonalMailbox, { path, validity }: OpenFolder): Map<number, string | null> {
  const key = `words ${path} ${validity}`
  const held = mailbox.memory.get('words') as { key: string; words: Map<number, string | null> } | undefined // only set below
  if (held?.key === key) return held.words
  const words = new Map<number, string | null>()
  mailbox.memory.set('words', { key, words })
  return words
}
