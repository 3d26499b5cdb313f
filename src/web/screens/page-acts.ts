import { useLayoutEffect, useRef } from 'react'
import { isTaken } from './list/list-keys.ts'

/** What can be done where one is: by its key, and by its name in the search of the top bar. */
export interface PageAct {
  label: string
  /** As the browser calls it, e.g. `a`; those that do the same stand together. */
  keys?: readonly string[]
  /** Left out for what makes sense by its key alone, such as going to the next row. */
  run?: () => unknown
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
      press(current, event.key)
    }
    here.add(latest)
    document.addEventListener('keydown', onKey)
    return () => {
      here.delete(latest)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** One act after the other, however fast their keys are pressed: the next one is of the record as the one before left it. */
let under: Promise<unknown> = Promise.resolve()

function press({ list }: PageActs, key: string): void {
  const run = async () => {
    const act = isTaken(document.activeElement) ? undefined : (await list()).find((one) => one.keys?.includes(key))
    // The act before may have opened a box or a dialog: the key was meant for that.
    if (isTaken(document.activeElement)) document.execCommand('insertText', false, key)
    else await act?.run?.()
  }
  under = under.then(run).catch(() => undefined)
}

/** All that can be done where one is, by what it is done to. */
export const actsHere = (): Promise<{ of: string; acts: readonly PageAct[] }[]> =>
  Promise.all([...here].flatMap(({ current }) => (current ? [listed(current)] : [])))

const listed = async ({ of, list }: PageActs) => ({ of, acts: await list() })
