import type { FastifyReply } from 'fastify'
import { moduleOf } from '../../modules/index.ts'
import { isAlarm } from '../../shared/alarms.ts'
import { detectLanguage } from '../../shared/language.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Actor } from '../actor.ts'
import { actorMay } from '../actor.ts'
import type { House } from '../house.ts'
import { bearerOf } from '../http/mount.ts'
import { type Call, get, type Route } from '../http/route.ts'
import { sees } from '../resource/scope.ts'
import type { Happened } from './feed.ts'
import { unreadOf } from './unread.ts'

const CONNECTIONS_MOST = 5
const BEAT_MS = 20_000
const RECHECK_MS = 1000
const COUNT_AFTER_MS = [350, 800, 3000]

interface Listening {
  actor: Actor
  token: string
  reply: FastifyReply
  checkedAt: number
}

export const streamRoute: Route = get(
  'stream',
  {
    needs: 'session',
    isRaw: true,
    gives: 'text/event-stream',
    headers: { 'Last-Event-ID': 'The id heard last: what happened since is told again' },
    summary: 'Live events of everything the caller may see (server-sent events)',
  },
  (call) => (call.house.streams ?? refuse('unavailable')).connect(call),
)

/** Every open browser of this server; each hears what it may see, once, and is cut off when its session ends. */
export class Streams {
  readonly #house: House
  readonly #open = new Set<Listening>()
  readonly #beat: NodeJS.Timeout
  #isStopped = false
  readonly #unread = new Map<number, number>()
  /** Looks at the counts that are still to come. */
  readonly #counting = new Set<number>()

  constructor(house: House) {
    this.#house = house
    house.feed.listen((happened, mark) => this.#tellAll(happened, mark))
    this.#beat = setInterval(() => this.#beatAll(), BEAT_MS)
  }

  /** A message for certain people only, such as their unread count. */
  tell(people: ReadonlySet<number>, event: string, data: object): void {
    if (event === 'notification' && 'count_unread' in data)
      for (const id of people) this.#unread.set(id, Number(data.count_unread))
    for (const one of this.#open) if (one.actor.id !== null && people.has(one.actor.id)) send(one.reply, event, data)
  }

  get size(): number {
    return this.#open.size
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#beat)
    for (const one of this.#open) one.reply.raw.end()
  }

  async connect({ actor, request, reply, house }: Call): Promise<void> {
    // A browser that was cut off by the end of this server comes back at once; the next server is for it.
    if (this.#isStopped) refuse('unavailable')
    const token = bearerOf(request) ?? ''
    const mine = [...this.#open].filter((one) => one.actor.id === actor.id)
    if (mine.length >= CONNECTIONS_MOST && mine[0]) this.#close(mine[0])
    const listening: Listening = { actor, token, reply, checkedAt: performance.now() }
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    reply.raw.write('retry: 2000\n\n')
    this.#open.add(listening)
    reply.raw.on('close', () => this.#open.delete(listening))
    const since = request.headers['last-event-id']
    if (typeof since === 'string' && /^\d{1,20}$/.test(since)) {
      const missed = (await house.feed.since(since)).toReversed()
      for (const one of missed) this.#tellOne(listening, one, since)
    }
  }

  #tellAll(happened: readonly Happened[], mark: string): void {
    if (happened.some(endsSessions)) for (const one of this.#open) one.checkedAt = 0
    if (happened.some(ringsBells)) this.#countSoon()
    for (const listening of this.#open) {
      if (performance.now() - listening.checkedAt > RECHECK_MS)
        void this.#recheck(listening).then((isOpen) => isOpen && this.#tellThose(listening, happened, mark))
      else this.#tellThose(listening, happened, mark)
    }
  }

  /** Notifications are written by whichever server reads the activity first; a moment later each server looks for its own browsers. */
  #countSoon(): void {
    for (const ms of COUNT_AFTER_MS) {
      if (this.#counting.has(ms)) continue
      this.#counting.add(ms)
      setTimeout(() => {
        this.#counting.delete(ms)
        void this.#count().catch(() => {})
      }, ms).unref()
    }
  }

  async #count(): Promise<void> {
    const people = [...new Set([...this.#open].flatMap(({ actor }) => (actor.id === null ? [] : [actor.id])))]
    if (people.length === 0) return
    for (const [id, count_unread] of await unreadOf(this.#house.db, people))
      if (this.#unread.get(id) !== count_unread) this.tell(new Set([id]), 'notification', { count_unread })
  }

  #tellThose(listening: Listening, happened: readonly Happened[], mark: string): void {
    for (const one of happened) this.#tellOne(listening, one, mark)
  }

  #tellOne({ actor, reply }: Listening, one: Happened, mark: string): void {
    const module = moduleOf(one.module)
    if (!module) return
    // Each of a thousand imported rows would be news to every browser: the import as a whole is.
    if (one.action === 'import') return
    if (one.action === 'import file') this.#tellList({ actor, reply }, one, mark)
    if (one.record_id === null) return
    if (!actorMay(actor, module.permission, 'read')) return
    const { before } = one.place
    const isHere = sees(actor, one.module, one.place, one.action === 'create' ? one.actor : null)
    if (!isHere && !(before && sees(actor, one.module, before, null))) return
    // From whom it was taken hears that it is no longer there, and nothing of what it is now.
    const by = isHere && one.actor !== null ? { id: one.actor, name: one.actor_name ?? '' } : null
    if (isHere && one.module === 'complaints') {
      const ticket = { id: one.record_id, title: one.record_title, issue_number: one.record_number }
      if (one.action === 'create')
        send(reply, 'new-ticket', { activity: one.id, channel: 'ticket-created', ticket, updated_by: by }, mark)
      else
        send(
          reply,
          'ticket-event-updated',
          { activity: one.id, channel: 'ticket-chanel-updated', ticket, updated_by: by, action: one.action },
          mark,
        )
    }
    send(
      reply,
      'record-changed',
      { activity: one.id, module: one.module, id: one.record_id, action: one.action, by },
      mark,
    )
  }

  #tellList({ actor, reply }: Pick<Listening, 'actor' | 'reply'>, one: Happened, mark: string): void {
    const module = moduleOf(one.module)
    if (module && actorMay(actor, module.permission, 'read'))
      send(reply, 'record-changed', { activity: one.id, module: one.module, id: 0, action: one.action, by: null }, mark)
  }

  /** The session as it is now; its rights may have changed. */
  async #recheck(listening: Listening): Promise<boolean> {
    listening.checkedAt = performance.now()
    const { actor } = listening
    const now = await this.#house.sessions
      .actorOf(listening.token, detectLanguage(actor.language, null), actor.address, false)
      .catch(() => actor)
    if (now) listening.actor = now
    else this.#close(listening)
    return now !== null
  }

  #close(listening: Listening): void {
    send(listening.reply, 'session-over', {})
    listening.reply.raw.end()
    this.#open.delete(listening)
  }

  #beatAll(): void {
    for (const listening of this.#open) {
      listening.reply.raw.write(': beat\n\n')
      void this.#recheck(listening)
    }
  }
}

const ringsBells = ({ module, action }: Happened): boolean =>
  ['complaints', 'mailbox'].includes(module) || isAlarm(action)

const endsSessions = (one: Happened): boolean => ['sessions', 'users', 'user-roles'].includes(one.module)

function send(reply: FastifyReply, event: string, data: object, id?: string): void {
  reply.raw.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
