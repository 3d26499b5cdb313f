import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ListChoices, ListSetup, SavedView } from '../../shared/list-setup.ts'
import { get, post } from '../api.ts'
import { client } from '../query.ts'
import { useSame } from '../same.ts'
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
    queryFn: async () => hold(id, list, await get<ListSetup>('saved-view', { list }, { quiet: true })),
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
/** What is still to be sent, and of which list. */
let waiting: { list: string; send: () => void } | undefined

/** Shown at once; sent when the person is done choosing. */
function choose(person: number, list: string, part: Partial<ListChoices>): void {
  const before = client.getQueryData<ListSetup>(keyOf(list)) ?? held(person, list) ?? EMPTY
  const choices = Object.fromEntries(
    Object.entries({ ...before.choices, ...part }).filter(([, value]) => value !== undefined),
  ) as ListChoices // the same names
  void client.cancelQueries({ queryKey: keyOf(list) })
  client.setQueryData<ListSetup>(keyOf(list), hold(person, list, { ...before, choices }))
  if (waiting?.list !== list) sendNow()
  // Another browser does not know of it where this fails; this one does.
  const send = () =>
    void post('saved-view/choices', { list, choices }, { quiet: true, keepalive: true }).catch(() => undefined)
  waiting = { list, send }
  window.clearTimeout(timer)
  timer = window.setTimeout(sendNow, SEND_AFTER_MS)
}

function sendNow(): void {
  waiting?.send()
  waiting = undefined
}
// Whoever loads the page anew finds the list as they chose it a moment before.
window.addEventListener('pagehide', sendNow)

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
