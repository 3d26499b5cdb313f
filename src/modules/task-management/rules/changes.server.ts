import type { Actor } from '#server/actor.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { nextOf } from '#server/resource/judging.ts'
import type { Judged } from '#server/resource/module-options.ts'
import { timeOf } from '#server/resource/moments.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../../shared/message.ts'
import { refuseFields } from '../../../shared/refusals.ts'
import { idOf, ids, wrongApprover } from '../approver.ts'
import { wouldCircle } from '../dependencies/waits.server.ts'
import { taskPeopleAmong } from './people.server.ts'

type Wrong = Record<string, string>

const CLOSED_TO_THEM = pack('Not everybody chosen here may open tasks')

/** What a new task, or a changed one, is refused for; `old` is empty for a new one. */
export async function wrongTask(db: Db | Tx, columns: Columns, old: Columns, actor: Actor): Promise<Wrong> {
  const now = { ...old, ...columns }
  return {
    ...periodOf(now),
    ...wrongApprover(now, old, actor),
    ...(await strangers(db, columns, old)),
    ...(await circles(db, columns, old)),
  }
}

export async function refuseWrongTask(db: Db | Tx, columns: Columns, old: Columns, actor: Actor): Promise<void> {
  const fields = await wrongTask(db, columns, old, actor)
  refuseFields(fields)
}

/** The same of a body of which single fields may have been refused. */
export async function judgeTask(columns: Columns, about: Judged): Promise<Wrong> {
  const { old = {}, actor, db, isRefused } = about
  const given = Object.fromEntries(Object.entries(columns).filter(([name]) => !isRefused(name)))
  return wrongTask(db, given, nextOf({}, { ...about, old }), actor)
}

function periodOf({ date_start, date_end }: Columns): Wrong {
  const [start, end] = [timeOf(date_start), timeOf(date_end)]
  return start !== null && end !== null && end < start ? { date_end: pack('The end cannot be before the start') } : {}
}

async function strangers(db: Db | Tx, columns: Columns, old: Columns): Promise<Wrong> {
  const known = new Set([...ids(old.processors), idOf(old.approver)])
  const unknown = (people: readonly (number | null)[]) =>
    people.filter((id) => id !== null).filter((id) => !known.has(id))
  const chosen = { processors: unknown(ids(columns.processors)), approver: unknown([idOf(columns.approver)]) }
  const open = await taskPeopleAmong(db, [...chosen.processors, ...chosen.approver])
  const wrong = Object.entries(chosen).filter(([, people]) => !people.every((id) => open.has(id)))
  return Object.fromEntries(wrong.map(([name]) => [name, CLOSED_TO_THEM]))
}

async function circles(db: Db | Tx, columns: Columns, old: Columns): Promise<Wrong> {
  const self = idOf(old.id)
  const waitsFor = ids(columns.waits_for)
  if (self === null || waitsFor.length === 0) return {}
  return (await wouldCircle(db, self, waitsFor)) ? { waits_for: pack('These tasks would wait for each other') } : {}
}

/** What a change brings along: who left stays known as one who worked on it, and an end that is still to come is not late. */
export function broughtAlong(columns: Columns, old: Columns, actor: Actor): Columns {
  const more: Columns = {}
  if (columns.processors !== undefined) {
    const [now, before] = [ids(columns.processors), ids(old.processors)]
    const left = before.filter((id) => !now.includes(id))
    const atWork = left.filter((id) => old.begun_at !== null || id === actor.id)
    if (atWork.length > 0) more.worked_by = [...new Set([...ids(old.worked_by), ...atWork])]
    if (now[0] !== before[0]) Object.assign(more, { seen_at: null, seen_by: null })
  }
  if (columns.date_end !== undefined) {
    const end = timeOf(columns.date_end)
    if (end === null || end > Date.now()) more.late_since = null
  }
  return { ...columns, ...more }
}
