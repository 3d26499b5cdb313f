import { queryOptions } from '@tanstack/react-query'
import type { Named, StoredFile } from '../../../shared/fields.ts'
import type { Row } from '../../../shared/resource.ts'
import { del, get, post, put } from '../../../web/api.ts'
import { changed, client, keys } from '../../../web/query.ts'
import { SerialQueue } from '../../../web/serial-queue.ts'
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
    queryFn: async () => withPending(id, await get<Answer>(`${tasks.wire}/${id}/checklist`)),
  })

/** What an act makes of the items; done twice, it is the same as once. */
type Change = (items: Item[]) => Item[]

/** What was done to checklists and is not answered yet, by task. */
const pending = new Map<number, Set<Change>>()

function withPending(id: number, answer: Answer): Answer {
  return { ...answer, data: [...(pending.get(id) ?? [])].reduce((items, apply) => apply(items), answer.data) }
}

const acts = new SerialQueue()

/** What can be done to a checklist; each act is shown at once, and taken back where the server refuses. Answers whether it was done. */
export function checklistActs({ id }: Pick<Task, 'id'>) {
  const path = `${tasks.wire}/${id}/checklist`
  const attempt = async (send: () => Promise<Answer>, early: Change = (items) => items): Promise<boolean> => {
    // A list that was asked for before would show what was before.
    void client.cancelQueries({ queryKey: keyOf(id) })
    const before = client.getQueryData<Answer>(keyOf(id))
    const own = pending.get(id) ?? new Set()
    pending.set(id, own.add(early))
    if (before) client.setQueryData<Answer>(keyOf(id), withPending(id, before))
    try {
      const answer = await acts.run(send)
      own.delete(early)
      keep(id, answer)
      return true
    } catch (error) {
      own.delete(early)
      if (before) client.setQueryData(keyOf(id), withPending(id, before))
      taskWays.showRefusal(error, id)
      void client.invalidateQueries({ queryKey: keyOf(id) })
      return false
    }
  }
  const changeShown =
    ({ id: changed }: Item, shown: (now: Item) => Partial<Item>): Change =>
    (items) =>
      items.map((one) => (one.id === changed ? { ...one, ...shown(one) } : one))
  return {
    add: (titles: string) => attempt(() => post<Answer>(path, { titles })),
    change: (item: Item, part: object, shown: Partial<Item> = {}) =>
      attempt(
        () => put<Answer>(`${path}/${item.id}`, part),
        changeShown(item, () => shown),
      ),
    /** One more photo beside those the item has when its turn comes. */
    addPhoto: (item: Item, photo: StoredFile, part: object) =>
      attempt(
        () => {
          const now = client.getQueryData<Answer>(keyOf(id))?.data.find((one) => one.id === item.id) ?? item
          return put<Answer>(`${path}/${item.id}`, { photos: withPhoto(now, photo).map((one) => one.id), ...part })
        },
        changeShown(item, (now) => ({ photos: withPhoto(now, photo) })),
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

const withPhoto = ({ photos }: Item, photo: StoredFile): StoredFile[] => [
  ...photos.filter(({ id }) => id !== photo.id),
  photo,
]

/** What the server answered, of the checklist and of its task. */
function keep(id: number, answer: Answer): void {
  void client.cancelQueries({ queryKey: keyOf(id) })
  client.setQueryData(keyOf(id), withPending(id, answer))
  const key = keys.record(tasks.wire, id)
  const held = client.getQueryData<Task>(key)
  if (held && answer.task) {
    const items_done = answer.data.filter(({ done_at }) => done_at !== null).length
    client.setQueryData(key, { ...held, ...answer.task, items: answer.data.length, items_done })
  }
  changed(tasks.name, id)
}
