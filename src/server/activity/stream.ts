import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { moduleOf, pages } from '../../modules/index.ts'
import type { RecordEvents } from '../../shared/definition/definition-options.ts'
import { detectLanguage } from '../../shared/language.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Actor } from '../actor.ts'
import { actorMay } from '../actor.ts'
import type { AppContext, LiveStreams } from '../app-context.ts'
import { bearerOf } from '../http/mount.ts'
import { get, type Route } from '../http/route.ts'
import { sees } from '../resource/scope.ts'
import type { Happened } from './feed.ts'
import { notReadYet } from './readers.ts'
import { NOTIFIER, unreadOf } from './unread.ts'

const CONNECTIONS_MOST = 5
const BEAT_MS = 20_000
/** How soon a session that ends by itself is noticed. */
const LOOK_MS = 500
/** How long after something happened, and how often until it was told, the bells are looked at. */
const COUNT_MS = 350
/** Lines are read in their order, so that the newest tell of those before them. */
const UNTOLD_MOST = 1000

interface Listening {
  actor: Actor
  token: string
  reply: FastifyReply
  /** What must be told before anything else: what was missed, or whether the session still stands. */
  first: Promise<unknown> | undefined
}

export const streamRoute: Route = get(
  'stream',
  {
    needs: 'session',
    mediaType: 'text/event-stream',
    headers: { 'Last-Event-ID': 'The id heard last: what happened since is told again' },
    summary: 'Live events of everything the caller may see (server-sent events)',
  },
  (call) => (call.context.streams ?? refuse('unavailable')).connect(call),
)

/** Every open browser of this server; each hears what it may see, once, and is cut off when its session ends. */
export class Streams implements LiveStreams {
  readonly #context: AppContext
  readonly #open = new Set<Listening>()
  readonly #timers: NodeJS.Timeout[]
  #isStopped = false
  /** What each person's bell was last said to hold. */
  readonly #bells = new Map<number, string>()
  /** Lines of the activity of which somebody may be notified still. */
  #untold = new Set<number>()
  #isCounting = false

  constructor(context: AppContext) {
    this.#context = context
    context.feed.listen((happened, mark, isAll) => this.#sendAll(happened, mark, isAll))
    this.#timers = [setInterval(() => this.#beat(), BEAT_MS), setInterval(() => this.#endThoseOver(), LOOK_MS)]
  }

  tell(people: ReadonlySet<number>, event: string, data: object): void {
    if (event === 'notification') for (const id of people) this.#bells.set(id, JSON.stringify(data))
    for (const one of this.#open)
      if (one.actor.id !== null && people.has(one.actor.id)) write(one, eventText(event, data))
  }

  markFor(person: number): string {
    return this.#sealed(person, this.#context.feed.mark)
  }

  get size(): number {
    return this.#open.size
  }

  people(): ReadonlySet<number> {
    return new Set([...this.#open].flatMap(({ actor }) => actor.id ?? []))
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const one of this.#open) one.reply.raw.end()
  }

  async connect({ actor, request, reply }: Parameters<LiveStreams['connect']>[0]): Promise<void> {
    // A browser that was cut off by the end of this server comes back at once; the next server is for it.
    if (this.#isStopped) refuse('unavailable')
    const token = bearerOf(request) ?? ''
    const mine = [...this.#open].filter((one) => one.actor.id === actor.id)
    // A browser keeps one stream: an older one of its session is most likely what a broken line left, and no other device's.
    const surplus = mine.length >= CONNECTIONS_MOST && (mine.find((one) => one.token === token) ?? mine[0])
    if (surplus) this.#cut(surplus)
    const listening: Listening = { actor, token, reply, first: undefined }
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    reply.raw.write('retry: 2000\n\n')
    this.#open.add(listening)
    if (actor.id !== null) void this.#tellNewcomer(actor.id).catch(() => {})
    reply.raw.on('close', () => this.#open.delete(listening))
    const now = this.#context.feed.mark
    const since = this.#readMark(actor, request.headers['last-event-id'])
    if (since === null) write(listening, this.#markText(actor, now))
    else this.#first(listening, () => this.#sendMissed(listening, since, now))
  }

  async #sendMissed(listening: Listening, since: string, now: string): Promise<void> {
    const missed = await this.#context.feed.since(since)
    this.#send(listening, missed ?? [], now)
    if (missed === null) write(listening, eventText('missed', {}))
  }

  #sendAll(happened: readonly Happened[], mark: string, isAll: boolean): void {
    this.#countSoon(happened.map(({ id }) => id))
    const mayEnd = !isAll || happened.some(endsSessions)
    for (const listening of this.#open) {
      if (mayEnd) this.#first(listening, () => this.#recheck(listening))
      if (listening.first) this.#first(listening, async () => this.#send(listening, happened, mark))
      else this.#send(listening, happened, mark)
    }
  }

  #send(listening: Listening, happened: readonly Happened[], mark: string): void {
    const { actor } = listening
    const rights = happened.some((one) => changesRights(actor, one)) ? eventText('rights-changed', {}) : ''
    const events = rights + happened.map((one) => eventOf(actor, one)).join('')
    if (events !== '') write(listening, events + this.#markText(actor, mark))
  }

  /** Does what must come before all that is told from now on. */
  #first(listening: Listening, work: () => Promise<void>): void {
    const first = (listening.first ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => {
        // Cut off without a word: a browser comes back with the mark it has, and hears what is missing then.
        this.#context.log.warn({ err: error }, 'a live stream was cut off, as it could not be told what happened')
        this.#cut(listening)
      })
      .finally(() => {
        if (listening.first === first) listening.first = undefined
      })
    listening.first = first
  }

  /**
   * How far all was told; a browser that comes back with it hears what came after. It is sealed for this person, so that nobody
   * asks for the past at will.
   */
  #markText(actor: Actor, mark: string): string {
    return eventText('mark', {}, this.#sealed(actor.id, mark))
  }

  #sealed(person: number | null, mark: string): string {
    return `${mark}.${this.#sealOf(person, mark)}`
  }

  /** The mark that this person was given; anything else is none. */
  #readMark(actor: Actor, given: string | string[] | undefined): string | null {
    const [, mark, seal = ''] = /^(\d{1,19})\.([\w-]{22})$/.exec(String(given)) ?? []
    if (mark === undefined) return null
    return timingSafeEqual(Buffer.from(seal), Buffer.from(this.#sealOf(actor.id, mark))) ? mark : null
  }

  #sealOf(person: number | null, mark: string): string {
    const words = `live-mark:${person}:${mark}`
    return createHmac('sha256', this.#context.config.secret).update(words).digest('base64url').slice(0, 22)
  }

  /** Notifications are written by whichever server reads the activity first; each looks for its own browsers once that is done. */
  #countSoon(lines: readonly number[]): void {
    for (const line of lines) this.#untold.add(line)
    if (!this.#isCounting) void this.#countUntilTold()
  }

  async #countUntilTold(): Promise<void> {
    this.#isCounting = true
    while (this.#untold.size > 0 && !this.#isStopped) {
      await setTimeout(COUNT_MS, undefined, { ref: false })
      const waiting = this.#untold
      this.#untold = new Set()
      const left = await this.#countTold([...waiting]).catch(() => waiting)
      this.#untold = new Set([...left, ...this.#untold].slice(-UNTOLD_MOST))
    }
    this.#isCounting = false
  }

  /** Counts for what was told of these; answers the others. */
  async #countTold(lines: readonly number[]): Promise<readonly number[]> {
    const left = await notReadYet(this.#context.db, NOTIFIER, lines)
    if (left.length < lines.length) await this.#tellBells([...this.people()])
    return left
  }

  /** Says what the bell holds to somebody who may have read it before their stream began. */
  async #tellNewcomer(person: number): Promise<void> {
    await setTimeout(COUNT_MS, undefined, { ref: false })
    this.#bells.delete(person)
    await this.#tellBells([person])
  }

  /** Says to each of these people what their bell holds, where that is not what was said last. */
  async #tellBells(people: readonly number[]): Promise<void> {
    if (people.length === 0) return
    for (const [id, unread] of await unreadOf(this.#context.db, people))
      if (this.#bells.get(id) !== JSON.stringify(unread)) this.tell(new Set([id]), 'notification', unread)
  }

  /** The session as it is now, whose rights may have changed; a stream whose session is over is told so and closed. */
  async #recheck(listening: Listening): Promise<void> {
    const { actor, token } = listening
    const now = await this.#context.sessions.actorOf(token, detectLanguage(actor.language, null), actor.address, false)
    if (now) listening.actor = now
    else this.#close(listening, await this.#context.sessions.isDisplaced(token))
  }

  /** A session may end without anything being done: it was exchanged a while ago, nobody was there, its day is over. */
  #endThoseOver(): void {
    for (const listening of this.#open)
      if (!listening.first && !this.#context.sessions.isHeld(listening.token))
        // Where the database is away there is nothing to tell either; it is asked again in a moment.
        this.#first(listening, () => this.#recheck(listening).catch(() => {}))
  }

  #close(listening: Listening, displaced: boolean): void {
    write(listening, eventText('session-over', { displaced }))
    this.#cut(listening)
  }

  #cut(listening: Listening): void {
    this.#open.delete(listening)
    listening.reply.raw.end()
  }

  #beat(): void {
    for (const listening of this.#open)
      write(listening, listening.first ? ': beat\n\n' : this.#markText(listening.actor, this.#context.feed.mark))
  }
}

/** What this person may see of what happened, as the stream's own text. */
function eventOf(actor: Actor, one: Happened): string {
  const module = moduleOf(one.module)
  if (isOfSettings(one) && actorMay(actor, 'system', 'read'))
    return eventText('record-changed', { activity: one.id, module: one.module, id: 0, action: one.action, by: null })
  // Each of a thousand imported rows would be news to every browser: the import as a whole is.
  if (!module || one.action === 'import' || !actorMay(actor, module.permission, 'read')) return ''
  const { id: activity, module: name, record_id: id, action } = one
  const list =
    action === 'import file' ? eventText('record-changed', { activity, module: name, id: 0, action, by: null }) : ''
  if (id === null) return list
  const { before } = one.place
  const isHere = sees(actor, name, one.place, action === 'create' ? one.actor : null)
  if (!isHere && !(before && sees(actor, name, before, null))) return list
  // From whom it was taken hears that it is no longer there, and nothing of what it is now.
  const by = isHere && one.actor !== null ? { id: one.actor, name: one.actor_name ?? '' } : null
  return `${list}${isHere && module.events ? ownEventText(module.events, one, by) : ''}${eventText('record-changed', { activity, module: name, id, action, by })}`
}

function ownEventText(
  { as, number, created, changed }: RecordEvents,
  one: Happened,
  updated_by: object | null,
): string {
  const { id: activity, action } = one
  const { event, channel } = action === 'create' ? created : changed
  const record = { id: one.record_id, title: one.record_title, [number]: one.record_number }
  return eventText(event, { activity, channel, [as]: record, updated_by, ...(action !== 'create' && { action }) })
}

/** Settings are a page and no record. */
const isOfSettings = ({ module, record_id }: Happened): boolean =>
  record_id === null && pages.some((page) => page === module)

const endsSessions = (one: Happened): boolean => ['sessions', 'users', 'user-roles'].includes(one.module)

/** Whoever reads neither people nor roles is told of their own nonetheless. */
const changesRights = (actor: Actor, { module, record_id }: Happened): boolean =>
  record_id !== null && record_id === { users: actor.id, 'user-roles': actor.role }[module]

const eventText = (event: string, data: object, id?: string): string =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Nothing is told to who is gone or was cut off. */
function write({ reply }: Listening, text: string): void {
  if (text !== '' && !reply.raw.writableEnded && !reply.raw.destroyed) reply.raw.write(text)
}
