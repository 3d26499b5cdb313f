import type { Permissions } from '../../../src/shared/users/permissions.ts'
import type { Chain, Person } from '../../setup/chain.ts'
import { uploaded } from '../../setup/media.ts'

export interface Task {
  id: number
  version: number
  number: string
  title: string
  state: string
  status: string
  approval: string
  progress: number
  outcome: string
  is_overdue: boolean
  quality: number | null
  reject_reason: string | null
  open_items_reason: string | null
  processors: { id: number; name: string }[]
  in_charge: { id: number } | null
  approver: { id: number } | null
  decided_by: { id: number } | null
  finished_at: string | null
  waits_open: number
  fields?: Record<string, string>
  steps?: string[]
}
export interface Item {
  id: number
  version: number
  position: number
  title: string
  done_at: string | null
  done_by: { id: number } | null
  is_out: boolean
  note: string | null
  photos: { id: string; name: string }[]
}
export interface Checklist {
  data: Item[]
  task: { id: number; version: number; state: string; progress: number }
  fields?: Record<string, string>
  open?: number
}

const MODULE = 'task-management'
export const READS: Permissions = { [MODULE]: { read: true } }
export const WORKS: Permissions = { [MODULE]: { read: true, add: true, edit: true, report: true } }
export const DIRECTS: Permissions = { [MODULE]: { read: true, add: true, edit: true, report: true, other: true } }

/** What people do with tasks, in few words. */
export function office(chain: Chain) {
  const make = (by: Person, body: object) =>
    chain.call<Task>('POST', 'task', { by, body: { title: 'Kiểm tra kho lạnh', ...body } })
  const made = async (by: Person, body: object): Promise<Task> => {
    const { status, data, text } = await make(by, body)
    if (status !== 201) throw new Error(`The task was refused: ${text} ${JSON.stringify(data)}`)
    return data
  }
  const shown = async (by: Person, id: number): Promise<Task> =>
    (await chain.call<Task>('GET', `task/${id}`, { by })).data
  const step = async (by: Person, id: number, name: string, more: object = {}) => {
    const { version } = await shown(by, id)
    return chain.call<Task>('POST', `task/${id}/${name}`, { by, body: { version, ...more } })
  }
  const change = async (by: Person, id: number, more: object) => {
    const { version } = await shown(by, id)
    return chain.call<Task>('PUT', `task/${id}`, { by, body: { version, ...more } })
  }
  const progress = (by: Person, id: number, body: object) =>
    chain.call<Task>('POST', `task/${id}/progress`, { by, body })
  const add = (by: Person, id: number, body: object) =>
    chain.call<Checklist>('POST', `task/${id}/checklist`, { by, body })
  const items = async (by: Person, id: number): Promise<Item[]> =>
    (await chain.call<Checklist>('GET', `task/${id}/checklist`, { by })).data.data
  const put = (by: Person, id: number, item: number, body: object) =>
    chain.call<Checklist>('PUT', `task/${id}/checklist/${item}`, { by, body })
  /** A photograph, by its id. */
  const photographed = async (by: Person): Promise<string> => (await uploaded(chain, by))[0] ?? ''
  return { make, made, shown, step, change, progress, add, items, put, photographed }
}
