import type { StoredFile } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { ApiRefusal, type CallOptions, NO_CONNECTION, post, put } from '../api.ts'
import { busy, serverTime } from '../busy.ts'
import { alone, isAboutFiles, type KeptFile, outboxOf, type Sent } from '../outbox/outbox.ts'
import { storeOf } from '../outbox/store.ts'
import { pause } from '../public/pause.ts'
import { changed } from '../query.ts'
import { ownerOf, token } from '../token.ts'
import { uniqueKey } from '../unique.ts'
import type { Act, NewAct, Sending } from './act.ts'
import { keptCount, tellKeptCount } from './kept-count.ts'

const PATIENCE_MS = 6000
const TRY_EVERY_MS = 20_000
/** What nobody has sent or dropped in this time goes: the server takes nothing so old, and its owner does not come back. */
const LONGEST_MS = 14 * DAY_MS
/** No answer, or one that says not now: the rest would fare alike. */
const NOT_NOW: readonly number[] = [0, 401, 429, 502, 503, 504]

const acts = storeOf('acts')
const outbox = outboxOf<Act, unknown>({
  store: acts,
  send: (act, body) => {
    // Somebody else may have signed in in another window while its files went.
    if (act.by !== ownerOf(token())) throw new ApiRefusal(NO_CONNECTION, 401, '')
    return call(act, body, { idempotencyKey: act.key, doneAt: new Date(act.done_at).toISOString(), quiet: true })
  },
  upload: async (file) => {
    const form = new FormData()
    form.append('file', file, file.name)
    const { files } = await post<{ files: StoredFile[] }>('upload', form, { quiet: true })
    return files[0]?.id ?? Promise.reject(new ApiRefusal(NO_CONNECTION, 0, ''))
  },
  isStale: (error, act) => error instanceof ApiRefusal && error.status === 422 && isAboutFiles(error.fields, act),
  refusalOf: (error) =>
    error instanceof ApiRefusal && !NOT_NOW.includes(error.status) && error.status < 500
      ? { description: error.description, fields: error.fields }
      : null,
})

const call = ({ method, path }: Pick<Act, 'method' | 'path'>, body: object, options: CallOptions): Promise<unknown> =>
  (method === 'PUT' ? put : post)(path, body, options)

/** The acts of whoever is signed in, in their order; those of others are counted, and no more. */
export interface Known {
  own: readonly Act[]
  others: number
}
let known: Known = { own: [], others: 0 }
const listeners = new Set<() => void>()
const otherWindows = new BroadcastChannel('acts')
otherWindows.onmessage = () => void look(false)

export const knownActs = (): Known => known

export function listenToActs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who waits to hear how an act of theirs ended; nobody does after a reload, and a refusal then stays to be read. */
const waiters = new Map<string, (sent: Sent<unknown>) => void>()

/** Its screen goes on, unless it is being told already: from now on a refusal stays to be read. */
function goOn(key: string): void {
  waiters.get(key)?.({ is: 'waits', error: null })
  waiters.delete(key)
}

/**
 * Keeps an act on the device and sends it after those before it. Answers what the server said, or that it is kept; throws its refusal, and
 * `ApiRefusal` where there is neither a line nor a place to keep it.
 */
export async function send<R>(asked: NewAct): Promise<Sending<R>> {
  const wanted = await withFilesOfBefore(asked)
  const act = actOf(wanted)
  // Before it is kept: from then on another call may send it.
  const answered = new Promise<Sent<unknown>>((resolve) => void waiters.set(act.key, resolve))
  const hasRoom = await hasRoomFor(wanted)
  const isKept =
    hasRoom &&
    (await keepAll(act, wanted).then(
      () => true,
      () => false,
    ))
  if (!isKept) {
    waiters.delete(act.key)
    return { state: 'sent', answer: (await sendUnkept(act, wanted).catch(hasRoom ? rethrow : tellFull)) as R } // what this path answers, as its caller says
  }
  await look()
  void sendWaiting()
  void pause(wanted.patience ?? PATIENCE_MS).then(() => goOn(act.key))
  const sent = await answered
  // Its screen says why it was refused, and still has what was typed; once that has gone, the act stays to be read.
  const isRead = sent.is === 'refused' && !wanted.left?.aborted
  // Refused again, what it corrects is still there.
  const over = isRead ? act : wanted.instead
  if (over) await outbox.discard(over)
  if (over || sent.is === 'refused') await look()
  if (sent.is === 'refused') throw sent.error
  if (sent.is === 'waits') return { state: 'kept', act }
  return { state: 'sent', answer: sent.is === 'arrived' ? (sent.answer as R) : null } // as above
}

/** Sends the own acts in their order, from one window at a time. */
export const sendWaiting = (): Promise<void> =>
  alone('acts', async () => {
    const { own } = await look()
    const held = new Set<string>()
    for (const act of own) {
      if (act.refusal || held.has(act.about)) continue
      // Whoever signed in meanwhile sends nothing of somebody else's.
      if (act.by !== ownerOf(token())) break
      const sent = await outbox.sendKept(act.key)
      if (sent.is !== 'waits') await settle(act, sent)
      else if (isOwnFault(sent.error)) held.add(act.about)
      else break
    }
    for (const { key } of own) goOn(key)
  })

/** An act and its files, gone. Waits while one is on its way; false where it has arrived meanwhile, so that the server has to be told. */
export const drop = (act: Act): Promise<boolean> =>
  alone('acts', async () => {
    const kept = await outbox.recall(act.key)
    await outbox.discard(act)
    await look()
    return kept !== undefined
  })

/** Reads what is kept, and tells whoever shows it. */
export async function look(tellsOthers = true): Promise<Known> {
  const me = ownerOf(token())
  const all = await outbox.all()
  const [old, young] = [true, false].map((isOld) =>
    all.filter((act) => Date.now() - act.kept_at > LONGEST_MS === isOld),
  )
  for (const act of old ?? []) await outbox.discard(act)
  const own = (young ?? []).filter(({ by }) => by === me).toSorted((one, other) => one.kept_at - other.kept_at)
  known = { own, others: (young?.length ?? 0) - own.length }
  tellKeptCount(young?.length ?? 0)
  for (const listener of listeners) listener()
  if (tellsOthers) otherWindows.postMessage(null)
  return known
}

/** What the server took, and whether its screen was told. */
const taken = new Map<string, boolean>()
/** The server took this act from this window: it was neither refused nor dropped. */
export const wasTaken = (key: string): boolean => taken.has(key)
/** The server took it once its screen had gone on: only what is asked for after that says so. */
export const wasTakenLate = (key: string): boolean => taken.get(key) === false

/** The server answered, and cannot do just this one. */
const isOwnFault = (error: unknown): boolean => error instanceof ApiRefusal && !NOT_NOW.includes(error.status)

async function settle(act: Act, sent: Sent<unknown>): Promise<void> {
  const tell = waiters.get(act.key)
  waiters.delete(act.key)
  if (sent.is === 'arrived') taken.set(act.key, tell !== undefined)
  // Whoever waits decides whether a refusal stays.
  if (sent.is !== 'refused' || !tell) await look()
  changed(act.module)
  tell?.(sent)
}

/** A device that takes pictures all day without a line shall not fill up. */
const KEPT_MOST_BYTES = 100_000_000

async function hasRoomFor({ files = [] }: NewAct): Promise<boolean> {
  if (files.length === 0) return true
  const kept = await acts.recallAll<KeptFile>('files').catch(() => [])
  const bytes = [...kept, ...files].reduce((sum, { file }) => sum + file.size, 0)
  return bytes <= KEPT_MOST_BYTES
}

/** What corrects an act goes with the photos of that one, in fields that it brings no others for. */
async function withFilesOfBefore(wanted: NewAct): Promise<NewAct> {
  const { files = [], instead } = wanted
  const before: { field: string; file: File; isOnly?: boolean }[] = []
  for (const { key, field, isOnly } of instead?.files ?? []) {
    if (files.some((one) => one.field === field)) continue
    const kept = await acts.recall<KeptFile>('files', key).catch(() => undefined)
    if (kept) before.push({ field, file: kept.file, ...(isOnly && { isOnly }) })
  }
  return { ...wanted, files: [...before, ...files] }
}

const rethrow = (error: unknown): never => {
  throw error
}
function tellFull(error: unknown): never {
  if (!(error instanceof ApiRefusal) || error.code !== NO_CONNECTION) throw error
  throw new ApiRefusal(
    NO_CONNECTION,
    0,
    t('This device keeps no more photos. They go on their way when there is a line again.'),
  )
}

let lastAt = 0

function actOf({ path, method, body = {}, files = [], about, label, module, page, instead }: NewAct): Act {
  const by = ownerOf(token())
  if (by === null) throw new ApiRefusal(NO_CONNECTION, 401, '')
  // In order, also within one millisecond.
  lastAt = Math.max(Date.now(), lastAt + 1)
  return {
    key: uniqueKey(),
    path,
    ...(method && { method }),
    body,
    files: files.map(({ field, isOnly }) => ({ key: uniqueKey(), field, ...(isOnly && { isOnly }) })),
    about,
    label,
    module,
    page: page ?? location.pathname + location.search,
    by,
    done_at: instead?.done_at ?? serverTime(),
    kept_at: lastAt,
  }
}

async function keepAll(act: Act, { files = [] }: NewAct): Promise<void> {
  for (const [at, { file }] of files.entries()) {
    const key = act.files[at]?.key
    if (key) await acts.keep<KeptFile>('files', { key, draft: act.key, file })
  }
  await outbox.keep(act)
}

/** A browser that keeps nothing sends without the net. */
async function sendUnkept(act: Act, { files = [] }: NewAct): Promise<unknown> {
  const held: Record<string, string | string[]> = {}
  for (const { field, file, isOnly } of files) {
    const form = new FormData()
    form.append('file', file, file.name)
    const id = (await post<{ files: StoredFile[] }>('upload', form)).files[0]?.id ?? ''
    held[field] = isOnly ? id : [held[field] ?? [], id].flat()
  }
  return call(act, { ...act.body, ...held }, { idempotencyKey: act.key })
}

/** As the page opens, when the line is back, and now and then. No screen does it: one that was not fetched before the line broke cannot be. */
function keepSending(): void {
  const sendKept = () => {
    if (keptCount() > 0) void sendWaiting()
  }
  let wasConnected = busy.read().isConnected
  busy.listen(() => {
    const { isConnected } = busy.read()
    if (isConnected && !wasConnected) sendKept()
    wasConnected = isConnected
  })
  sendKept()
  window.setInterval(sendKept, TRY_EVERY_MS)
  window.addEventListener('online', sendKept)
}
keepSending()
