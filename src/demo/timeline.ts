import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { blank } from './base-ticket.ts'
import { afterOpenHours, iso } from './clock.ts'
import type { Brought } from './complaints.ts'
import type { Record_ } from './insert.ts'
import type { Person } from './people.ts'
import type { Chance } from './random.ts'
import { html } from './text.ts'
import { closingOf, solutionOf, wordsOf } from './wording.ts'
import { PURPOSES, RATING_NOTES, REOPEN_REASONS } from './words/replies.ts'

/** How a complaint is to stand today. */
export type Fate = 'done' | 'new' | 'processing' | 'extended' | 'late' | 'reopened' | 'deleted'

export interface Happening {
  at: number
  actor: number | null
  action: string
  changes: Record<string, [unknown, unknown]>
}
export interface Comment {
  at: number
  author: number | null
  body: string
  mentions: number[]
}
/** A complaint with all that came of it. */
export interface Course {
  row: Record_
  comments: Comment[]
  happenings: Happening[]
}
export interface Cast {
  handler: Person
  /** Customer service, who receives and hands over. */
  desk: Person
  /** Who else is asked for help. */
  colleague: Person
  tags: number[]
}

/** Plays a complaint from its first minute to today. */
export function play(brought: Brought, fate: Fate, cast: Cast, now: number, chance: Chance): Course {
  const timeline = new Telling(brought, cast, now, chance)
  timeline.create()
  if (fate === 'new' || (fate === 'late' && chance.happens(0.2))) return timeline.course
  if (fate === 'deleted') return timeline.trash()
  timeline.handOver()
  timeline.talk(fate === 'done' ? chance.whole(0, 3) : chance.whole(0, 4))
  if (fate === 'extended') timeline.extend()
  timeline.askForCost(fate === 'done')
  if (fate === 'processing' || fate === 'late' || fate === 'extended') return timeline.course
  if (!timeline.complete(fate === 'reopened' ? 0.6 : undefined)) return timeline.course
  if (fate === 'reopened' || chance.happens(0.03)) {
    timeline.reopen(fate === 'reopened')
    if (fate === 'reopened' || !timeline.complete(0.5)) return timeline.course
  }
  timeline.finish()
  return timeline.course
}

const calling = ({ id, name }: Person, words: string) =>
  html(words).replace('<p>', `<p><span class="mention" data-mention="${id}">@${name}</span> `)

class Telling {
  readonly course: Course
  readonly #brought: Brought
  readonly #cast: Cast
  readonly #now: number
  readonly #chance: Chance
  readonly #hours: number
  readonly #row: Record_
  #at: number

  constructor(brought: Brought, cast: Cast, now: number, chance: Chance) {
    this.#brought = brought
    this.#cast = cast
    this.#now = now
    this.#chance = chance
    this.#at = brought.at
    const { type } = brought
    this.#hours = type.hours[type.priority === 'high' ? 0 : type.priority === 'low' ? 2 : 1]
    this.#row = blank(brought, cast.tags, chance)
    this.course = { row: this.#row, comments: [], happenings: [] }
  }

  create(): void {
    const { customer } = this.#brought
    const way = this.#chance.weighted(
      [
        ['ideas_box', 'public', 55],
        ['hotline', 'staff', 22],
        ['facebook', 'staff', 14],
        ['email', 'email', customer.email ? 9 : 0],
      ] as const,
      ([, , weight]) => weight,
    )
    const by = way[1] === 'staff' ? this.#cast.desk.id : null
    Object.assign(this.#row, { feedback_method: way[0], source: way[1], created_by: by, updated_by: by })
    this.#tell('create', by, {})
  }

  handOver(): void {
    const { handler, desk } = this.#cast
    this.#wait(0.03, 0.4)
    const isOwn = handler.runs !== undefined && this.#chance.happens(0.4)
    const after = { department: this.#brought.department, assignee: handler.id }
    Object.assign(this.#row, {
      ...after,
      handle_date: iso(this.#at),
      wait_minutes: Math.max(1, Math.round((this.#at - this.#brought.at) / 60_000)),
    })
    this.#move('processing', isOwn ? 'start' : 'assign', isOwn ? handler.id : desk.id, after)
  }

  talk(turns: number): void {
    for (let turn = 0; turn < turns && this.#now - this.#at > HOUR_MS; turn += 1) {
      this.#wait(0.02, 0.12)
      const isCustomer = turn > 0 && this.#chance.happens(0.28)
      this.#say(
        wordsOf(this.#brought, isCustomer ? 'customer' : turn === 0 ? 'first' : 'later', this.#chance),
        isCustomer,
      )
    }
  }

  #say(words: string, isCustomer: boolean): void {
    const { colleague, handler, desk } = this.#cast
    const calls = !isCustomer && this.#chance.happens(0.22)
    const author = isCustomer ? null : this.#chance.happens(0.7) ? handler.id : desk.id
    const body = calls ? calling(colleague, words) : html(words)
    this.course.comments.push({ at: this.#at, author, body, mentions: calls ? [colleague.id] : [] })
    this.#tell('comment', author, {
      comment: [null, this.course.comments.length - 1],
      ...(isCustomer ? { kind: [null, 'customer'] } : {}),
      ...(calls ? { mentions: [null, [colleague.id]] } : {}),
    })
  }

  extend(): void {
    this.#wait(0.1, 0.3)
    const due_at = iso(afterOpenHours(this.#now, this.#chance.between(6, 60)))
    const reason = 'Chờ kết quả từ nhà cung cấp'
    this.#row.is_extended = true
    this.#change('extend', this.#cast.desk.id, { due_at }, { reason: [null, reason] })
  }

  /** Now and then more than a store's manager may spend alone, and no more than customer service may approve. */
  askForCost(isDecided: boolean): void {
    const { handler, desk } = this.#cast
    if (!handler.runs || !this.#chance.happens(isDecided ? 0.03 : 0.12)) return
    this.#wait(0.01, 0.05)
    const cost = this.#chance.whole(11, 19) * 100_000
    this.#row.cost_asked_by = handler.id
    this.#change('update', handler.id, { cost, cost_state: 'requested' })
    if (!isDecided) return
    this.#wait(0.01, 0.05)
    Object.assign(this.#row, { cost_state: 'approved', cost_decided_by: desk.id, cost_decided_at: iso(this.#at) })
    this.#change('approve cost', desk.id, {}, { cost_state: ['requested', 'approved'] })
  }

  /** Tells whether it is completed by now. */
  complete(share?: number): boolean {
    const { handler } = this.#cast
    const isLate = this.#chance.happens(0.13)
    const spent = share ?? (isLate ? this.#chance.between(1.1, 2.4) : this.#chance.between(0.2, 0.92))
    const from = share === undefined ? this.#brought.at : this.#at
    this.#at = Math.max(this.#at + 20 * 60_000, afterOpenHours(from, this.#hours * spent))
    if (this.#at > this.#now - 30 * 60_000) return false
    const solution = solutionOf(this.#brought, this.#chance)
    const comment = closingOf(this.#brought, solution, this.#chance)
    const after = { solution, origin: this.#brought.story.origin, comment }
    const cost = solution === 'apology' ? null : this.#chance.whole(2, 60) * 10_000
    Object.assign(this.#row, {
      cost: this.#row.cost ?? cost,
      purpose: this.#chance.happens(0.4) ? this.#chance.pick(PURPOSES) : null,
    })
    Object.assign(this.#row, { ...after, completed_at: iso(this.#at), solved_by: handler.id })
    this.#move('completed', 'complete', handler.id, after)
    return true
  }

  reopen(isToday: boolean): void {
    const latest = Math.min(this.#now - HOUR_MS, this.#at + 5 * DAY_MS)
    this.#at = isToday
      ? Math.max(this.#at + HOUR_MS, this.#now - this.#chance.between(0.1, 0.85) * this.#hours * HOUR_MS)
      : this.#chance.between(this.#at, latest)
    const count = Number(this.#row.reopened_count) + 1
    Object.assign(this.#row, {
      reopened_count: count,
      completed_at: null,
      closed_at: null,
      due_at: iso(afterOpenHours(this.#at, this.#hours)),
      due_since: iso(this.#at),
      is_extended: false,
    })
    this.#move('reopened', 'reopen', this.#cast.desk.id, {}, { reason: [null, this.#chance.pick(REOPEN_REASONS)] })
  }

  /** The customer rates, and it closes: by a person, or by itself after a week. */
  finish(): void {
    const done = this.#at
    if (this.#chance.happens(0.42)) this.#rate(done)
    const isByHand = this.#chance.happens(0.35)
    this.#at = Math.max(this.#at + 60_000, done + (isByHand ? this.#chance.between(0.2, 4) * DAY_MS : 7 * DAY_MS))
    if (this.#at > this.#now) return
    this.#row.closed_at = iso(this.#at)
    this.#move('closed', 'close', isByHand ? this.#cast.handler.id : null, {})
  }

  trash(): Course {
    this.#wait(0.1, 0.6)
    this.#row.deleted_at = iso(Math.min(this.#at, this.#now))
    this.#move('deleted', 'trash', this.#cast.desk.id, {})
    return this.course
  }

  #rate(done: number): void {
    const isLate = this.#chance.happens(0.15)
    const rating = this.#chance.weighted(
      [1, 2, 3, 4, 5],
      (stars) => (isLate ? [4, 3, 3, 1, 1] : [1, 2, 5, 12, 16])[stars - 1] ?? 1,
    )
    const at = done + this.#chance.between(0.05, 2) * DAY_MS
    if (at > this.#now) return
    this.#at = at
    const rating_note = this.#chance.happens(0.55) ? this.#chance.pick(RATING_NOTES[rating] ?? []) : null
    this.#change('rate', null, { rating, ...(rating_note ? { rating_note } : {}) })
  }

  /** Goes on by a share of the target, but never beyond today. */
  #wait(least: number, most: number) {
    const next = afterOpenHours(this.#at, this.#hours * this.#chance.between(least, most))
    const isAhead = next > this.#now - 2 * 60_000
    this.#at = isAhead ? this.#chance.between(this.#at, this.#at + (this.#now - this.#at) * 0.6) : next
  }

  #move(state: string, action: string, actor: number | null, after: Record_, note: Happening['changes'] = {}) {
    const before = this.#row.state
    Object.assign(this.#row, { state, state_before: before })
    this.#change(action, actor, after, { state: [before, state], ...note })
  }

  #change(action: string, actor: number | null, after: Record_, more: Happening['changes'] = {}) {
    const changes = Object.fromEntries(
      Object.entries(after).map(([name, value]): [string, [unknown, unknown]] => [name, [null, value]]),
    )
    Object.assign(this.#row, {
      ...after,
      version: Number(this.#row.version) + 1,
      updated_at: iso(this.#at),
      updated_by: actor,
    })
    this.#tell(action, actor, { ...changes, ...more })
  }

  #tell(action: string, actor: number | null, changes: Happening['changes']) {
    this.course.happenings.push({ at: this.#at, actor, action, changes })
  }
}
