import { QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { moduleOf } from '../modules/index.ts'
import { ApiRefusal, type Query } from './api.ts'

/**
 * Keys of the cache, wire name first, so that a change of a record finds every list, record and part of it:
 * [wire, 'list', query], [wire, 'record', id], [wire, 'record', id, part], [wire, 'names', …], [wire, 'counts', query].
 */
export const keys = {
  wire: (wire: string) => [wire] as const,
  list: (wire: string, query: Query) => [wire, 'list', query] as const,
  record: (wire: string, id: number | string) => [wire, 'record', String(id)] as const,
  part: (wire: string, id: number | string, part: string, query: Query = {}) =>
    [wire, 'record', String(id), part, query] as const,
  names: (wire: string, query: Query) => [wire, 'names', query] as const,
  /** What is one form and no record is told as no single one. */
  settings: (name: string) => [name, 'record', String(MANY)] as const,
  counts: (wire: string, query: Query) => [wire, 'counts', query] as const,
  notifications: ['notification'] as const,
  modules: ['modules'] as const,
}

export const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a connection a question is answered with that, rather than waiting unsaid.
      networkMode: 'always',
      staleTime: 15_000,
      gcTime: 300_000,
      retry: (count, error) => count < 2 && !(error instanceof ApiRefusal && error.status > 0 && error.status < 500),
      refetchOnWindowFocus: false,
    },
  },
})

const COALESCE_MS = 200
/** A question that is answered no sooner holds up the others no longer. */
const ANSWER_MOST_MS = 10_000
/** Stands for records that are not told one by one, such as those of an import. */
export const MANY = 0
let pending = new Map<string, Set<number>>()
let timer: number | undefined

/** How often the questions that are under way were asked, and which asking was the last. */
let asked = 0
let latest = 0

/**
 * Tells every open list and record that a record changed; a burst of changes is one refetch. What changes before its answers came breaks them
 * off and is asked for at once, but only the first time: where changes are faster than answers, none would ever come.
 */
export function changed(module: string, id: number | string = MANY): void {
  const wire = moduleOf(module)?.wire ?? module
  pending.set(wire, (pending.get(wire) ?? new Set()).add(Number(id)))
  flushSoon()
}

function flushSoon(): void {
  if (timer === undefined && asked < 2) timer = window.setTimeout(flush, COALESCE_MS)
}

type Follower = (ids: ReadonlySet<number>) => void
const followers = new Map<string, Set<Follower>>()

/** Hears which records of a resource changed, as open lists are told; until the answer is called. */
export function onChanged(wire: string, follower: Follower): () => void {
  const found = followers.get(wire) ?? new Set()
  followers.set(wire, found.add(follower))
  return () => void found.delete(follower)
}

function flush(): void {
  const found = pending
  pending = new Map()
  timer = undefined
  asked += 1
  latest += 1
  const mine = latest
  const answers = [client.invalidateQueries({ queryKey: keys.modules })]
  for (const [wire, ids] of found) {
    for (const part of ['list', 'counts', 'names', 'columns'])
      answers.push(client.invalidateQueries({ queryKey: [wire, part] }))
    for (const id of ids) answers.push(client.invalidateQueries({ queryKey: [wire, 'record', String(id)] }))
    for (const follower of followers.get(wire) ?? []) follower(ids)
  }
  if (found.has('ticket')) figuresMoved()
  const longest = new Promise((end) => window.setTimeout(end, ANSWER_MOST_MS))
  void Promise.race([Promise.allSettled(answers), longest]).then(() => {
    if (mine !== latest) return
    asked = 0
    if (pending.size > 0) flushSoon()
  })
}

const FIGURES_MS = 2000
let figuresTimer: number | undefined
let figuresAt = 0

/** Figures of everything are dearer than a row: open ones are asked again at once, but then not for two seconds. */
function figuresMoved(): void {
  if (figuresTimer !== undefined) return
  figuresTimer = window.setTimeout(
    () => {
      figuresTimer = undefined
      figuresAt = Date.now()
      for (const key of ['dashboard', 'report']) void client.invalidateQueries({ queryKey: [key] })
    },
    Math.max(0, figuresAt + FIGURES_MS - Date.now()),
  )
}

/** Whether what was found is not the answer to these words yet; after a failure none will come. */
export const isBehind = (
  words: string,
  asked: string,
  found: Pick<UseQueryResult, 'isError' | 'isPlaceholderData' | 'isPending'>,
): boolean => !found.isError && (words !== asked || found.isPlaceholderData || found.isPending)
