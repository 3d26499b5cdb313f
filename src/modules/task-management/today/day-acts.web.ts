import { useState } from 'react'
import { pack } from '../../../shared/message.ts'
import type { Act } from '../../../web/acts/act.ts'
import { wasTakenLate } from '../../../web/acts/acts.ts'
import { useActs, useCorrecting } from '../../../web/acts/use-acts.ts'
import { useArrived } from '../../../web/acts/use-arrived.ts'
import { prepare } from '../../../web/public/attachments/prepare.ts'
import { client } from '../../../web/query.ts'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { isOutOfRange } from '../checklist/tick.ts'
import { tasks } from '../task-management.ts'
import type { Today, TodayItem, TodayTask } from './today.ts'

/** What is given to an item. */
export type Given = Partial<Pick<TodayItem, 'number' | 'answer' | 'note'>> & { done?: boolean }

/** An item, or a task, as it will stand, with the last of its acts that is still on the device. */
export type ShownItem = TodayItem & {
  waiting: Act | null
  photosWaiting: number
  /** What was refused, and is corrected by what is given next. */
  refused: Given | null
}
/** With the photos of an item; `left` as of a new act. Throws the server's refusal. */
export type Give = (
  task: TodayTask,
  item: TodayItem,
  given: Given,
  photos: readonly File[] | undefined,
  left: AbortSignal,
) => Promise<void>
export type ShownTask = Omit<TodayTask, 'items'> & {
  items: ShownItem[]
  waiting: Act | null
  /** The act that is corrected, of the task itself or of one of its items. */
  refused: Act | null
}

const itemPath = (task: number, item: number): string => `${tasks.wire}/${task}/checklist/${item}`
const aboutOf = (task: number): string => `${tasks.wire}/${task}`
const progressPath = (task: number): string => `${tasks.wire}/${task}/progress`

export const DAY_KEY = [tasks.wire, 'list', 'today'] as const
interface Brought {
  data: TodayItem[]
  task: Pick<TodayTask, 'version' | 'state' | 'progress'>
}

/** What the server has taken stands on the screen from then on, also where the line breaks before it is asked again. */
function remember(id: number, told: Partial<TodayTask>): void {
  // A day that was asked for before lacks it, and would take away what is typed into what comes next.
  void client.cancelQueries({ queryKey: DAY_KEY })
  client.setQueryData<Today>(
    DAY_KEY,
    (found) => found && { ...found, tasks: found.tasks.map((one) => (one.id === id ? { ...one, ...told } : one)) },
  )
}

/** What was just given to an item and is not answered yet: it stands there at once, and until the answer does, whatever comes between. */
interface UnderWay {
  given: Given
  photos: number
}

/** What the server has where an act that waits wants something else. */
function givenBefore({ path, body, files }: Act): object | undefined {
  for (const task of client.getQueryData<Today>(DAY_KEY)?.tasks ?? []) {
    if (path === progressPath(task.id)) return { progress: task.progress }
    const item = task.items.find(({ id }) => path === itemPath(task.id, id))
    if (!item) continue
    const had = { ...item, done: item.done_at !== null, photos: item.photos.map(({ id }) => id) }
    const names = new Set(['done', ...Object.keys(body), ...(files.length > 0 ? ['photos'] : [])])
    return Object.fromEntries(Object.entries(had).filter(([name]) => names.has(name)))
  }
  return undefined
}

const askAgain = () => void client.invalidateQueries({ queryKey: DAY_KEY })

/** What a processor does to the tasks of a day; each act is kept on the device until the server has it. */
export function useDayActs(askedAt: number) {
  const { acts, send, drop } = useActs(tasks.name)
  const [underWay, setUnderWay] = useState<ReadonlyMap<number, UnderWay>>(new Map())
  const waiting = acts.filter(({ refusal }) => !refusal)
  const arrived = useArrived(acts, askedAt).filter(({ key }) => wasTakenLate(key))
  /** What was done and the list does not say yet. */
  const unsaid = [...arrived, ...waiting]
  const [correcting, setCorrecting] = useState<string>()
  useCorrecting(tasks.name, ({ key }) => setCorrecting(key))
  const refused = acts.find(({ key }) => key === correcting) ?? null
  /** What is given to the same thing takes the place of what was refused, and brings along what it does not say anew. */
  const insteadOfRefused = (path: string, body: object) =>
    refused?.path === path ? { path, body: { ...refused.body, ...body }, instead: refused } : { path, body }

  const shownItem = (task: number, item: TodayItem): ShownItem => {
    const isOwn = ({ path }: Act) => path === itemPath(task, item.id)
    const own = unsaid.filter(isOwn)
    const now = underWay.get(item.id)
    const given = [...own.map(({ body }) => body as Given), ...(now ? [now.given] : [])] // as `give` writes it
    const mine = refused && isOwn(refused) ? refused : null
    const before = mine && (mine.body as Given) // likewise
    const facts = [...(before ? [before] : []), ...given].map(({ done: _done, ...told }) => told)
    const next: TodayItem = Object.assign({ ...item }, ...facts)
    const photosWaiting = Math.max(
      own.reduce((sum, { files }) => sum + files.length, 0),
      now?.photos ?? 0,
      mine?.files.length ?? 0,
    )
    const last = own.at(-1)
    const says = given.findLast(({ done }) => done !== undefined)?.done
    const isDone = says ?? item.done_at !== null
    return {
      ...next,
      is_out: isDone && isOutOfRange({ ...next, photos: [] }),
      done_at: isDone ? (item.done_at ?? new Date(last?.done_at ?? Date.now()).toISOString()) : null,
      waiting: waiting.findLast(isOwn) ?? null,
      photosWaiting,
      refused: before,
    }
  }

  const shown = (task: TodayTask): ShownTask => {
    const items = task.items.map((item) => shownItem(task.id, item))
    const isOwn = ({ path }: Act) => path === progressPath(task.id)
    const moved = unsaid.findLast(isOwn)
    const told = moved ? Number((moved.body as { progress: number }).progress) : null // as `move` writes it
    const ticked = items.some(({ id }) => underWay.has(id) || unsaid.some(({ path }) => path === itemPath(task.id, id)))
    const progress =
      told ??
      (ticked ? Math.floor((items.filter(({ done_at }) => done_at).length * 100) / items.length) : task.progress)
    return {
      ...task,
      items,
      progress,
      waiting: waiting.findLast(isOwn) ?? null,
      refused: refused?.about === aboutOf(task.id) ? refused : null,
    }
  }

  const give: Give = async (task, item, given, photos = [], left) => {
    const mine: UnderWay = { given, photos: photos.length }
    setUnderWay((before) => new Map(before).set(item.id, mine))
    try {
      const prepared = photos.map(async (photo) => ({ field: 'more_photos', file: await prepare(photo) }))
      const files = await Promise.all(prepared)
      const sent = await send<Brought>({
        method: 'PUT',
        ...insteadOfRefused(itemPath(task.id, item.id), given),
        ...(files.length > 0 && { files }),
        about: aboutOf(task.id),
        module: tasks.name,
        label: pack('{{task}}: {{item}}', { task: task.title, item: item.title }),
        page: `/${tasks.name}/today?task=${task.id}`,
        left,
      })
      if (sent.state === 'sent' && sent.answer) remember(task.id, { ...sent.answer.task, items: sent.answer.data })
    } catch (error) {
      askAgain()
      throw error
    } finally {
      setUnderWay((before) => new Map([...before].filter(([, one]) => one !== mine)))
    }
  }

  /** Throws the server's refusal. */
  const move = async (
    task: TodayTask,
    progress: number,
    more: { hours_spent?: number; open_items_reason?: string } = {},
    left?: AbortSignal,
  ) => {
    const sent = await send<TodayTask>({
      ...insteadOfRefused(progressPath(task.id), { progress, ...more }),
      about: aboutOf(task.id),
      module: tasks.name,
      label: pack('{{task}}: {{progress}}%', { task: task.title, progress }),
      page: `/${tasks.name}/today?task=${task.id}`,
      ...(left && { left }),
    })
    if (sent.state === 'sent' && sent.answer) {
      const { version, state, progress: now } = sent.answer
      remember(task.id, { version, state, progress: now })
    }
  }
  /** Takes back what waits; where it has arrived meanwhile, what stood there before is given again. */
  const takeBack = async (act: Act): Promise<void> => {
    const body = givenBefore(act)
    const { path, method, about, label, module, page } = act
    try {
      if (!(await drop(act)) && body) await send({ path, ...(method && { method }), body, about, label, module, page })
    } catch (error) {
      sayFailure(error)
    }
    askAgain()
  }
  return { shown, give, move, drop: takeBack, refused, endCorrection: () => setCorrecting(undefined) }
}
