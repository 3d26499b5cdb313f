import { useLayoutEffect, useRef } from 'react'
import { arriveNow, rememberPlace } from '../app/location.ts'
import { isTaken, isTyping } from './list/list-keys.ts'

/** What can be done where one is: by its key, and by its name in the search of the top bar. */
export interface PageAct {
  label: string
  /** As the browser calls it, e.g. `a`; those that do the same stand together. */
  keys?: readonly string[]
  /** Left out for what makes sense by its key alone, such as going to the next row. */
  run?: () => unknown
  /** Opens a dialog: what is typed from now on is for its first field. */
  asks?: boolean
}

export interface PageActs {
  /** What they are done to, e.g. the number of a record; '' for the page itself. */
  of: string
  /** Every key that one of them may have; pressed, it asks `list`. */
  keys: string
  /** The acts open now. */
  list: () => readonly PageAct[] | Promise<readonly PageAct[]>
}

const here = new Set<{ current: PageActs | undefined }>()

/** Offers acts of a page by key and by name, while it is shown; nothing where there are none. */
export function usePageActs(acts: PageActs | undefined): void {
  const latest = useRef(acts)
  // Who sees the page may press a key: it is heard before it is drawn.
  useLayoutEffect(() => {
    latest.current = acts
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { current } = latest
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return
      if (event.key.length !== 1 || !current?.keys.includes(event.key)) return
      event.preventDefault()
      void press(current, event.key)
    }
    here.add(latest)
    document.addEventListener('keydown', onKey)
    return () => {
      here.delete(latest)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** The act before; the next one is of the record as that left it, however fast their keys are pressed. */
let under: Promise<unknown> | undefined
/** What is typed until it is known whether it is for a box; whoever presses elsewhere or goes back meanwhile begins anew. */
let held: string[] | undefined
for (const left of ['pointerdown', 'popstate'])
  window.addEventListener(
    left,
    () => {
      held = undefined
    },
    true,
  )

window.addEventListener(
  'keydown',
  (event) => {
    if (!held || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    event.preventDefault()
    event.stopPropagation()
    held.push(event.key)
  },
  true,
)

async function press({ list }: PageActs, key: string): Promise<void> {
  const typed: string[] = []
  held = typed
  const isStillHere = rememberPlace()
  await under
  let act: PageAct | undefined
  // The act before may have opened a box or a dialog: the key was meant for that.
  if (held === typed && isTaken(document.activeElement)) typed.unshift(key)
  else if (held === typed || isStillHere()) act = await sought(list, key).catch(() => undefined)
  let isOver = false
  const run = async () => act?.run?.()
  under = run()
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  while (act?.asks && !isOver && !document.activeElement?.matches('[role=dialog] *')) await frame()
  if (held !== typed) return
  held = undefined
  // Nothing, put into a box, would take away what is selected there.
  if (typed.length === 0) return
  if (isTyping(document.activeElement)) document.execCommand('insertText', false, typed.join(''))
  else if (!act?.asks)
    for (const one of typed) {
      // Each is heard where the one before has led, as between two presses of a hand.
      await arriveNow()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: one, bubbles: true, cancelable: true }))
    }
}

const sought = async (list: PageActs['list'], key: string) => (await list()).find(({ keys }) => keys?.includes(key))
const frame = () => new Promise(requestAnimationFrame)

/** All that can be done where one is, by what it is done to. */
export const actsHere = (): Promise<{ of: string; acts: readonly PageAct[] }[]> =>
  Promise.all([...here].flatMap(({ current }) => (current ? [listed(current)] : [])))

const listed = async ({ of, list }: PageActs) => ({ of, acts: await list() })
