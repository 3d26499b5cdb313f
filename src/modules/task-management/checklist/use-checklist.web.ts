import { queryOptions } from '@tanstack/react-query'
import type { Named, StoredFile } from '../../../shared/fields.ts'
import type { Row } from '../../../shared/resource.ts'
import { del, get, post, put } from '../../../web/api.ts'
import { changed, client, keys } from '../../../web/query.ts'
import type { checklistItems } from '../checklist.ts'
import { type Task, taskWays } from '../task.web.ts'
import { tasks } from '../task-management.ts'

type Shown = Row<typeof checklistItems>
export type Item = Omit<Shown, 'needs_photo' | 'is_out' | 'photos' | 'created_by'> & {
  needs_photo: boolean
  is_out: boolean
  photos: StoredFile[]
  created_by: Named | null
}
interface Answer {
  data: Item[]
  task: Pick<Task, 'id' | 'version' | 'state' | 'progress'> | null
}

const keyOf = (id: number) => keys.part(tasks.wire, id, 'checklist')

/** The checklist of a task in its order. */
export const checklistOf = (id: number) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: () => get<Answer>(`${tasks.wire}/${id}/checklist`),
    placeholderData: undefined,
  })

/** What can be done to a checklist; each act is shown at once, and taken back where the server refuses. Answers whether it was done. */
export function checklistActs({ id }: Pick<Task, 'id'>) {
  const path = `${tasks.wire}/${id}/checklist`
  const attempt = async (send: () => Promise<Answer>, early?: (items: Item[]) => Item[]): Promise<boolean> => {
    // A list that was asked for before would show what was before.
    void client.cancelQueries({ queryKey: keyOf(id) })
    const before = client.getQueryData<Answer>(keyOf(id))
    if (before && early) client.setQueryData<Answer>(keyOf(id), { ...before, data: early(before.data) })
    try {
      keep(id, await send())
      return true
    } catch (error) {
      if (before) client.setQueryData(keyOf(id), before)
      taskWays.showRefusal(error, id)
      void client.invalidateQueries({ queryKey: keyOf(id) })
      return false
    }
  }
  return {
    add: (titles: string) => attempt(() => post<Answer>(path, { titles })),
    change: (item: Item, part: object, shown: Partial<Item> = {}) =>
      attempt(
        () => put<Answer>(`${path}/${item.id}`, part),
        (items) => items.map((one) => (one.id === item.id ? { ...one, ...shown } : one)),
      ),
    /** What a dialog sends; a refusal is said in the dialog. */
    send: async (item: Item, part: object) => keep(id, await put<Answer>(`${path}/${item.id}`, part)),
    again: async (item: Item, part: object) => keep(id, await post<Answer>(`${path}/${item.id}/again`, part)),
    place: (item: Item, position: number) =>
      attempt(
        () => put<Answer>(`${path}/${item.id}`, { position }),
        (items) => {
          const others = items.filter((one) => one.id !== item.id)
          return others.toSpliced(position - 1, 0, item)
        },
      ),
    remove: (item: Item) =>
      attempt(
        () => del<Answer>(`${path}/${item.id}`),
        (items) => items.filter((one) => one.id !== item.id),
      ),
  }
}
export type ChecklistActs = ReturnType<typeof checklistActs>

/** What the server answered, of the checklist and of its task. */
function keep(id: number, answer: Answer): void {
  void client.cancelQueries({ queryKey: keyOf(id) })
  client.setQueryData(keyOf(id), answer)
  const key = keys.record(tasks.wire, id)
  const held = client.getQueryData<Task>(key)
  if (held && answer.task) {
    const items_done = answer.data.filter(({ done_at }) => done_at !== null).length
    client.setQueryData(key, { ...held, ...answer.task, items: answer.data.length, items_done })
  }
  changed(tasks.name, id)
}
