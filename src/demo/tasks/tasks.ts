import type { Tx } from '../../server/db/db.ts'
import type { FileStore } from '../../server/files/store.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time/units.ts'
import { atHour, iso } from '../clock.ts'
import { insertAll, numberOn, type Record_ } from '../insert.ts'
import type { Person } from '../people.ts'
import { type Hung, hangOn } from '../pictures/attachments.ts'
import type { Drawn } from '../pictures/pictures.ts'
import type { Chance } from '../random.ts'
import { departmentId, storeId } from '../registers.ts'
import { STORES } from '../words/places.ts'
import type { Picture } from '../words/story.ts'
import * as words from '../words/tasks.ts'
import { checklistOf, type ItemRow } from './checklists.ts'
import { playTask, type TaskRow, type Wish } from './story.ts'

const TASKS = 3000
const DAYS = 365
/** So long stores have been asked for photos. */
const PICTURED_DAYS = 40
const SHOPS = STORES.filter(({ code }) => code !== 'HO').map(({ code }) => code)

export interface MadeTasks {
  templates: Record_[]
  rounds: Record_[]
  tasks: TaskRow[]
  items: ItemRow[]
  comments: Record_[]
  activity: Record_[]
  pictures: Hung[]
}
interface Making {
  people: readonly Person[]
  complaints: readonly Record_[]
  chance: Chance
  now: number
}

/** Templates, four rounds and a year of tasks in every store and office, with their checklists, photos and words. */
export async function makeTasks(store: FileStore, making: Making, drawn: Record<Picture, Drawn[]>): Promise<MadeTasks> {
  const { chance, now } = making
  const wishes = [...inRounds(making)]
  while (wishes.length < TASKS) wishes.push(oneOf(making))
  const played = wishes.toSorted((a, b) => a.at - b.at).map((wish, at) => playTask(wish, at + 1, chance, now))
  const items = played.flatMap(({ wish, row }) => checklistOf(wish, row, chance, now - PICTURED_DAYS * DAY_MS))
  for (const [at, one] of items.entries()) one.id = at + 1
  const photographed = items.filter((one) => one.needs_photo && one.done_at)
  const pictures = await hangOn(
    store,
    photographed.map((one) => ({
      picture: chance.pick(drawn.product),
      record: { id: one.id, images: one.photos, created_at: one.done_at ?? iso(now) },
    })),
    { module: 'task-checklist-items', field: 'photos', folder: 'task-checklist-items', chance },
  )
  return {
    ...{ templates: templateRows(now), rounds: roundRows(now), items, pictures },
    tasks: played.map(({ row }) => row),
    comments: commentsOf(played, chance, now),
    activity: played.flatMap(({ activity }) => activity),
  }
}

export async function keepTasks(tx: Tx, made: MadeTasks): Promise<void> {
  await insertAll(tx, 'task_templates', made.templates)
  await insertAll(tx, 'task_rounds', made.rounds)
  await insertAll(tx, 'task_management', made.tasks)
  await insertAll(tx, 'task_checklist_items', made.items)
  await insertAll(tx, 'task_comments', made.comments)
  await insertAll(tx, 'activity', made.activity)
  await numberOn(tx, 'task_templates', 'task_rounds', 'task_management', 'task_checklist_items', 'task_comments')
  await numberOn(tx, 'activity')
}

const born = (at: number, by = 1) => ({ created_at: iso(at), updated_at: iso(at), created_by: by, updated_by: by })

const templateRows = (now: number): Record_[] =>
  words.TEMPLATES.map(({ name, description, holder, approved_by, hours, items }, at) => ({
    ...{
      id: at + 1,
      ...born(now - 370 * DAY_MS),
      name,
      description,
      priority: 'normal',
      tags: [],
      active: true,
      holder,
    },
    ...{ department: null, approved_by, days: 0, estimate: hours, estimate_unit: 'hours' },
    checklist: items.map((one) => ({
      ...{ title: one.title, kind: one.kind ?? 'tick', needs_photo: one.needs_photo === true },
      ...{ unit: one.unit ?? null, least: one.least ?? null, most: one.most ?? null },
    })),
  }))

const roundEnd = (endedAgo: number, now: number): number => atHour(now - endedAgo * DAY_MS, 17)

const roundRows = (now: number): Record_[] =>
  words.ROUNDS.map(([title, template, endedAgo], at) => ({
    ...{
      id: at + 1,
      ...born(roundEnd(endedAgo, now) - 3 * DAY_MS),
      title,
      template: template + 1,
      stores: SHOPS.map(storeId),
    },
    ...{ description: words.TEMPLATES[template]?.description ?? null },
    ...{ date_start: iso(roundEnd(endedAgo, now) - 3 * DAY_MS), due_at: iso(roundEnd(endedAgo, now)) },
  }))

/** One task for each store of each round, for its manager. */
function inRounds({ people, chance, now }: Making): Wish[] {
  return words.ROUNDS.flatMap(([title, template, endedAgo], nth) =>
    SHOPS.map((code): Wish => {
      const { description = null, hours = 1, items = [] } = words.TEMPLATES[template] ?? {}
      const manager = people.find(({ runs }) => runs === code)
      return {
        ...{ title, description, hours, items, at: roundEnd(endedAgo, now) - 3 * DAY_MS, end: roundEnd(endedAgo, now) },
        ...{ by: 1, processors: [manager?.id ?? 1], approver: manager?.id === 1 ? null : 1, store: storeId(code) },
        ...{ department: null, complaint: null, template: template + 1, round: nth + 1 },
        priority: chance.happens(0.2) ? 'high' : 'normal',
      }
    }),
  )
}

/** Most are routine of a store, some are single things to do there or in an office, a few come from complaints. */
function oneOf(making: Making): Wish {
  const kind = making.chance.weighted(['routine', 'store', 'office', 'complaint'] as const, (one) => WEIGHTS[one])
  return { routine, store: single, office, complaint: ofComplaint }[kind](making)
}
const WEIGHTS = { routine: 45, store: 33, office: 15, complaint: 7 }

/** Some lie ahead, so that calendars and boards have something to come. */
const momentOf = ({ chance, now }: Making): number => now - chance.between(-6, DAYS) * DAY_MS

function placed({ people, chance }: Making) {
  const code = chance.pick(SHOPS)
  const manager = people.find(({ runs }) => runs === code)?.id ?? 1
  const staff = people.filter(({ role, store }) => role === 'Staff' && store === code).map(({ id }) => id)
  return { store: storeId(code), manager, staff }
}

function routine(making: Making): Wish {
  const { chance } = making
  const nth = chance.whole(0, words.TEMPLATES.length - 1)
  const { name = '', description = null, ends = 17, hours = 1, items = [] } = words.TEMPLATES[nth] ?? {}
  const { store, manager, staff } = placed(making)
  const end = atHour(momentOf(making), ends)
  const doer = staff.length > 0 && chance.happens(0.6) ? chance.pick(staff) : manager
  return {
    ...{ title: name, description, items, hours, at: end - chance.between(8, 30) * HOUR_MS, end, by: manager },
    ...{ processors: [doer], approver: doer === manager || chance.happens(0.4) ? null : manager, store },
    ...{ department: null, complaint: null, template: nth + 1, round: null, priority: 'normal' },
  }
}

function single(making: Making): Wish {
  const { chance } = making
  const [title, hours] = chance.pick(words.STORE_TASKS)
  const { store, manager, staff } = placed(making)
  const end = atHour(momentOf(making), chance.pick([11, 15, 17, 20]))
  const doers =
    staff.length > 0
      ? [...new Set([chance.pick(staff), ...(chance.happens(0.2) ? [chance.pick(staff)] : [])])]
      : [manager]
  return {
    ...{ title, description: null, items: [], hours, at: end - chance.between(6, 90) * HOUR_MS, end, by: manager },
    ...{ processors: doers, approver: doers.includes(manager) || chance.happens(0.5) ? null : manager, store },
    ...{ department: null, complaint: null, template: null, round: null },
    priority: chance.weighted(['high', 'normal', 'low'], (one) => (one === 'normal' ? 7 : one === 'high' ? 2 : 1)),
  }
}

function office(making: Making): Wish {
  const { people, chance } = making
  const [title, hours] = chance.pick(words.OFFICE_TASKS)
  const heads = people.filter(({ role }) => role === 'Department manager')
  const head = chance.pick(heads)
  const end = atHour(momentOf(making), 17)
  return {
    ...{ title, description: null, items: [], hours, at: end - chance.between(30, 220) * HOUR_MS, end, by: 1 },
    ...{ processors: [head.id], approver: chance.happens(0.5) ? 2 : null, store: null },
    ...{ department: departmentId(head.department), complaint: null, template: null, round: null },
    priority: chance.happens(0.25) ? 'high' : 'normal',
  }
}

function ofComplaint(making: Making): Wish {
  const { complaints, people, chance, now } = making
  const recent = complaints.slice(-1500)
  const one = chance.pick(recent)
  const at = Math.min(Date.parse(String(one.created_at)) + chance.between(0.5, 6) * HOUR_MS, now - HOUR_MS)
  const manager = people.find(({ runs }) => runs && storeId(runs) === one.store)?.id ?? 1
  return {
    ...{ title: chance.pick(words.COMPLAINT_TASKS), description: null, items: [], hours: 1, at },
    ...{ end: atHour(at + DAY_MS, 17), by: 3, processors: [manager], approver: null, store: Number(one.store) },
    ...{ department: null, complaint: Number(one.id), template: null, round: null },
    priority: chance.happens(0.4) ? 'high' : 'normal',
  }
}

function commentsOf(played: readonly { wish: Wish; row: TaskRow }[], chance: Chance, now: number): Record_[] {
  return played
    .filter(({ wish }) => chance.happens(wish.round ? 0.5 : 0.08))
    .map(({ wish, row }, at) => {
      const said = iso(Math.min(wish.at + (wish.end - wish.at) * chance.between(0.3, 0.9), now))
      const by = chance.pick([...wish.processors, wish.by])
      return {
        ...{ id: at + 1, created_at: said, updated_at: said, created_by: by, updated_by: by, task: row.id },
        ...{ body: `<p>${chance.pick(words.COMMENTS)}</p>`, mentions: [], attachments: [] },
      }
    })
}
