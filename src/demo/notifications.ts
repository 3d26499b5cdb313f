import { DAY_MS } from '../shared/time/units.ts'
import type { Person } from './people.ts'
import { departmentId, storeId } from './registers.ts'

/** A line of the history, as it is inserted. */
export interface Line {
  at: string
  actor: number | null
  action: string
  module: string
  record_id: number
  record_title: string
  place: object
  changes: Record<string, unknown>
}
export interface NotificationRow {
  /** Which line it tells of, by its place among them. */
  line: number
  [column: string]: unknown
}
interface Complaint {
  id: number
  [column: string]: unknown
}

const EACH = 9
const UNREAD = 3

/** The last few things that each person was told of, a few of them unread. */
export function notify(
  lines: readonly Line[],
  complaints: readonly Complaint[],
  people: readonly Person[],
  now: number,
): NotificationRow[] {
  const since = new Date(now - 60 * DAY_MS).toISOString()
  const byPerson = new Map<number, { line: number; kind: string }[]>()
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]
    if (!line || line.at < since) break
    const complaint = complaints[line.record_id - 1]
    if (!complaint) continue
    for (const { person, kind } of listeners(line, complaint, people)) {
      const known = byPerson.get(person) ?? []
      if (known.length < EACH && person !== line.actor && !known.some((one) => one.line === at))
        byPerson.set(person, [...known, { line: at, kind }])
    }
  }
  return [...byPerson]
    .flatMap(([person, heard]) => heard.map((one, turn) => ({ ...one, person, isRead: turn >= UNREAD })))
    .toSorted((a, b) => a.line - b.line)
    .flatMap(({ person, line: at, kind, isRead }) => {
      const line = lines[at]
      const complaint = line && complaints[line.record_id - 1]
      if (!complaint) return []
      return { line: at, user_id: person, kind, ...rowOf(line, complaint, people, isRead) }
    })
}

function rowOf(line: Line, complaint: Complaint, people: readonly Person[], isRead: boolean) {
  return {
    ...{
      title: complaint.title,
      ticket_id: complaint.id,
      ticket_code: complaint.issue_number,
      link: `/complaints/view/${complaint.id}`,
    },
    params: { number: complaint.issue_number, who: people.find((one) => one.id === line.actor)?.name ?? '' },
    ...{ created_at: line.at, read_at: isRead ? line.at : null },
  }
}

/** Who may see the complaint and has to do with what happened. */
function listeners(line: Line, complaint: Complaint, people: readonly Person[]): { person: number; kind: string }[] {
  const manager = people.find((one) => one.runs && storeId(one.runs) === complaint.store)
  const head = people.find((one) => one.heads && departmentId(one.heads) === complaint.department)
  const desk = people.find((one) => one.login === 'service')
  const assignee = typeof complaint.assignee === 'number' ? complaint.assignee : undefined
  const tell = (kind: string, ...who: (number | undefined)[]) =>
    who.flatMap((person) => (person === undefined ? [] : [{ person, kind }]))
  switch (line.action) {
    case 'create':
      return [...tell('new', manager?.id, desk?.id), ...atStore(line, complaint, people)]
    case 'assign':
      return [...tell('assigned', assignee), ...(head?.id === assignee ? [] : tell('assigned to department', head?.id))]
    case 'comment':
      return tell('kind' in line.changes ? 'customer comment' : 'comment', assignee)
    case 'complete':
      return tell('completed', manager?.id)
    case 'reopen':
      return [...tell('reopened', assignee), ...everybodyAbove(people, 'reopened')]
    case 'rate':
      return tell('rated', assignee)
    default:
      return []
  }
}

const atStore = (line: Line, complaint: Complaint, people: readonly Person[]) =>
  people
    .filter(
      (one) =>
        ['Staff', 'Reception'].includes(one.role) &&
        storeId(one.store) === complaint.store &&
        line.record_id % 5 === one.id % 5,
    )
    .map((one) => ({ person: one.id, kind: 'new' }))

const everybodyAbove = (people: readonly Person[], kind: string) =>
  people
    .filter((one) => ['Administrator', 'CEO', 'Marketing', 'Accounting'].includes(one.role))
    .map((one) => ({ person: one.id, kind }))
