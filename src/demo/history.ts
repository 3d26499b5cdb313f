import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { dayOf, iso } from './clock.ts'
import { arrivals, awake, type Brought, bring, Customers, handlerOf } from './complaints.ts'
import type { Record_ } from './insert.ts'
import { type Line, type NotificationRow, notify } from './notifications.ts'
import type { Person } from './people.ts'
import type { Chance } from './random.ts'
import { DEPARTMENT_NAMES, storeId } from './registers.ts'
import { type Cast, type Course, type Fate, play } from './timeline.ts'
import { TAGS, TYPES } from './words/lookups.ts'
import { STORES } from './words/places.ts'
import type { Picture } from './words/story.ts'

export interface ComplaintRow extends Record_ {
  id: number
  attachments: string[]
  /** What its picture would show; null where nobody took one. */
  readonly picture: Picture | null
}
export interface Written {
  complaints: ComplaintRow[]
  comments: Record_[]
  activity: Line[]
  notifications: NotificationRow[]
}
interface Wanted {
  count: number
  from: number
  now: number
  people: readonly Person[]
  chance: Chance
}

/** Where the open complaints stand today. */
const OPEN: readonly (readonly [fate: Fate, count: number])[] = [
  ['new', 18],
  ['processing', 20],
  ['extended', 58],
  ['reopened', 16],
  ['late', 38],
]

/** Two years of complaints, in the order they came, with all that was done about them. */
export function writeHistory({ count, from, now, people, chance }: Wanted): Written {
  const customers = new Customers(chance)
  const open = OPEN.flatMap(([fate, n]) => Array.from({ length: n }, () => fate))
  const done = arrivals(count - open.length, from, now - 0.8 * DAY_MS, chance).map((at) => ({
    brought: bring(at, customers, chance),
    fate: chance.happens(0.02) ? ('deleted' as const) : ('done' as const),
  }))
  const all = [...done, ...openOnes(open, customers, now, chance)].toSorted((a, b) => a.brought.at - b.brought.at)
  const courses = all.map(({ brought, fate }) => ({
    brought,
    course: play(brought, fate, castOf(brought, people, chance), now, chance),
  }))
  return write(courses, people, now)
}

function openOnes(
  fates: readonly Fate[],
  customers: Customers,
  now: number,
  chance: Chance,
): { brought: Brought; fate: Fate }[] {
  let last: Brought | undefined
  return fates.map((fate, at) => {
    // Now and then somebody writes twice about the same.
    const like = at % 12 === 5 && last ? last : undefined
    const draft = like ? bring(now, customers, chance, like) : patient(fate, customers, now, chance)
    const came = awake(now - ageOf(fate, targetOf(draft), chance))
    // No shop is without something new.
    const store = fate === 'new' ? (STORES[1 + (at % 12)] ?? draft.store) : draft.store
    last = { ...bring(came, customers, chance, { ...draft, store }), facts: draft.facts }
    return { brought: last, fate }
  })
}

const targetOf = ({ type }: Brought): number =>
  type.hours[type.priority === 'high' ? 0 : type.priority === 'low' ? 2 : 1]

/** What is open and in time is mostly of the kinds that have time, or today alone would hold it all. */
function patient(fate: Fate, customers: Customers, now: number, chance: Chance): Brought {
  const draft = bring(now, customers, chance)
  const isHasty = (fate === 'new' || fate === 'processing') && targetOf(draft) < 20
  return isHasty && chance.happens(0.85) ? patient(fate, customers, now, chance) : draft
}

/** How long ago it came, so that its deadline is ahead, or behind, as its fate wants. */
function ageOf(fate: Fate, hours: number, chance: Chance): number {
  const inTime = hours < 14 ? hours * 0.85 : hours * 1.15
  if (fate === 'new') return Math.min(chance.between(0.02, 0.8) * inTime, chance.between(1, 60)) * HOUR_MS
  if (fate === 'processing') return chance.between(0.15, 0.97) * inTime * HOUR_MS
  if (fate === 'extended') return chance.between(4, 18) * DAY_MS
  if (fate === 'reopened') return chance.between(6, 24) * DAY_MS
  return (hours / 14) * DAY_MS * 1.5 + chance.between(0.5, 9) * DAY_MS
}

function castOf(brought: Brought, people: readonly Person[], chance: Chance): Cast {
  const handler = handlerOf(brought, people, DEPARTMENT_NAMES, chance)
  const desk = chance.pick(people.filter((one) => one.role === 'Customer service'))
  const colleague = chance.pick(
    people.filter(
      (one) => ['Department manager', 'Customer service', 'Store manager'].includes(one.role) && one.id !== handler.id,
    ),
  )
  const ids = TAGS.map((_, at) => at + 1)
  const ownTag = TAGS.indexOf(brought.story.tag ?? '') + 1
  const tags = [
    ...(ownTag > 0 && chance.happens(0.7) ? [ownTag] : []),
    ...(chance.happens(0.15) ? [chance.pick(ids)] : []),
  ]
  return { handler, desk, colleague, tags: [...new Set(tags)] }
}

function write(
  courses: readonly { brought: Brought; course: Course }[],
  people: readonly Person[],
  now: number,
): Written {
  const numbers = new Map<string, number>()
  const complaints: ComplaintRow[] = []
  const comments: (Record_ & { id: number; created_at: string })[] = []
  const lines: (Line & { courseAt: number; commentAt: number | null })[] = []
  for (const [at, { brought, course }] of courses.entries()) {
    const id = at + 1
    complaints.push(complaintRow(id, brought, course, numbers))
    for (const one of course.happenings) {
      const commentAt = one.action === 'comment' ? Number(one.changes.comment?.[1]) : null
      lines.push({ ...lineOf(id, brought, course, one), courseAt: at, commentAt })
    }
  }
  lines.sort((a, b) => a.at.localeCompare(b.at))
  // Comments are numbered in the order they were written, as are the lines of the history that name them.
  for (const line of lines) {
    if (line.commentAt === null) continue
    const said = courses[line.courseAt]?.course.comments[line.commentAt]
    if (!said) continue
    const [id, at] = [comments.length + 1, iso(said.at)]
    comments.push({
      ...{
        id,
        created_at: at,
        updated_at: at,
        created_by: said.author,
        updated_by: said.author,
        complaint: line.record_id,
      },
      ...{ kind: said.author === null ? 'customer' : 'internal', body: said.body, mentions: said.mentions },
    })
    line.changes = { ...line.changes, comment: [null, id] }
  }
  const activity = lines.map(({ courseAt: _, commentAt: __, ...line }) => line)
  return { complaints, comments, activity, notifications: notify(activity, complaints, people, now) }
}

function complaintRow(id: number, brought: Brought, course: Course, numbers: Map<string, number>): ComplaintRow {
  const month = dayOf(brought.at).slice(2, 7).replace('-', '')
  const n = (numbers.get(month) ?? 0) + 1
  numbers.set(month, n)
  const row = {
    ...{ id, issue_number: `${month}-${String(n).padStart(6, '0')}` },
    ...course.row,
    ...{
      store: storeId(brought.store.code),
      feedback_type: TYPES.indexOf(brought.type) + 1,
      attachments: [] as string[],
    },
  }
  // The picture is told to those who hang it, and is no column.
  return Object.defineProperty(Object.assign(row, { picture: brought.picture }), 'picture', { enumerable: false })
}

function lineOf(id: number, brought: Brought, course: Course, one: Course['happenings'][number]): Line {
  const { assignee, department, created_by } = course.row
  const isKnown = one.action !== 'create'
  return {
    ...{
      at: iso(one.at),
      actor: one.actor,
      action: one.action,
      module: 'complaints',
      record_id: id,
      record_title: brought.title,
      changes: one.changes,
    },
    place: {
      store: storeId(brought.store.code),
      departments: isKnown && typeof department === 'number' ? [department] : [],
      people: [isKnown ? assignee : null, created_by].filter((person): person is number => typeof person === 'number'),
    },
  }
}
