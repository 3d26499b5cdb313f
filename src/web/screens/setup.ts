import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ListChoices, ListSetup, SavedView } from '../../shared/list-setup.ts'
import { get, post } from '../api.ts'
import { client } from '../query.ts'
import { useSame } from '../same.ts'
import { SerialQueue } from '../serial-queue.ts'
import { useSession } from '../session.ts'

const keyOf = (list: string) => ['saved-view', 'list', list] as const
const EMPTY: ListSetup = { views: [], choices: {}, shares: ['nobody'] }

/** How a list is set up for a person: the views open to them, and columns, density and order as they like them. */
export interface Setup extends ListSetup {
  /** Known, if only from the visit before; or not to be had. */
  isKnown: boolean
  choose: (part: Partial<ListChoices>) => void
  refetch: () => void
}

/** Kept by the server, and by this browser from the visit before, so that the list stands right from the first moment. */
export function useSetup(list: string): Setup {
  const { id } = useSession()
  const { data, isError, refetch } = useQuery({
    queryKey: keyOf(list),
    queryFn: async ({ signal }) => {
      const found = await get<ListSetup>('saved-view', { list }, { quiet: true, signal })
      return hold(id, list, withChosen(list, found))
    },
    placeholderData: () => held(id, list),
    staleTime: 60_000,
  })
  const { views, choices, shares } = data ?? EMPTY
  return useSame({
    ...{ views, choices, shares },
    isKnown: data !== undefined || isError,
    choose: useCallback((part: Partial<ListChoices>) => choose(id, list, part), [id, list]),
    refetch: useCallback(() => void refetch(), [refetch]),
  })
}

/** The views in the order this person gave them. */
export function inOrder({ views, choices: { order = [] } }: ListSetup): SavedView[] {
  const place = ({ id }: SavedView) => (order.includes(id) ? order.indexOf(id) : order.length)
  return views.toSorted((a, b) => place(a) - place(b))
}

/** Where a view leads. Its own number tells the list which view it is in. */
export const addressOf = (list: string, { id, path, query }: SavedView): string => {
  const params = new URLSearchParams(query)
  params.set('view', String(id))
  return `/${list}${path ? `/${path}` : ''}?${params}`
}

const SEND_AFTER_MS = 600
let timer: number | undefined
/** Of which list something is still to be sent. */
let waiting: string | undefined
/** What was chosen of each list and is not known to be kept yet. */
const chosen = new Map<string, Partial<ListChoices>>()
const sending = new SerialQueue()

const withChosen = (list: string, setup: ListSetup): ListSetup => ({
  ...setup,
  choices: Object.fromEntries(
    Object.entries({ ...setup.choices, ...chosen.get(list) }).filter(([, value]) => value !== undefined),
  ) as ListChoices, // the same names
})

/** Shown at once, and for as new as what it is laid over; sent when the person is done choosing. */
function choose(person: number, list: string, part: Partial<ListChoices>): void {
  if (waiting !== list) sendSoon()
  chosen.set(list, { ...chosen.get(list), ...part })
  const before = client.getQueryData<ListSetup>(keyOf(list)) ?? held(person, list) ?? EMPTY
  const updatedAt = client.getQueryState(keyOf(list))?.dataUpdatedAt ?? 0
  client.setQueryData<ListSetup>(keyOf(list), hold(person, list, withChosen(list, before)), { updatedAt })
  waiting = list
  window.clearTimeout(timer)
  timer = window.setTimeout(sendSoon, SEND_AFTER_MS)
}

function sendSoon(): void {
  const list = waiting
  waiting = undefined
  if (list !== undefined) void sending.run(() => send(list))
}

async function send(list: string): Promise<void> {
  const part = chosen.get(list)
  // Left out, a choice would stay.
  const choices = Object.fromEntries(Object.entries(part ?? {}).map(([name, value]) => [name, value ?? null]))
  try {
    await post('saved-view/choices', { list, choices }, { quiet: true, keepalive: true })
  } catch {
    // Another browser does not know of it; this one does, and sends it with what is chosen next.
    return
  }
  // What is read at this moment may be of before.
  if (client.isFetching({ queryKey: keyOf(list) }) > 0) void client.invalidateQueries({ queryKey: keyOf(list) })
  if (chosen.get(list) === part) chosen.delete(list)
}

// Whoever loads the page anew finds the list as they chose it a moment before.
window.addEventListener('pagehide', () => {
  if (waiting !== undefined) void send(waiting)
  waiting = undefined
})

const placeOf = (person: number, list: string) => `list:${person}:${list}`

function hold(person: number, list: string, setup: ListSetup): ListSetup {
  try {
    localStorage.setItem(placeOf(person, list), JSON.stringify(setup))
  } catch {
    // Storage can be switched off; the list then waits for the server.
  }
  return setup
}

function held(person: number, list: string): ListSetup | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(placeOf(person, list)) ?? 'null')
    return typeof found === 'object' && found !== null ? { ...EMPTY, ...found } : undefined
  } catch {
    return undefined
  }
}
