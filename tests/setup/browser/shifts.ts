import type { BrowserContext, Page } from 'playwright-core'

/** Most a view may move by itself: half of what web.dev calls good. */
const MOST = 0.05
/** A session window of web.dev's cumulative layout shift: it ends after a second without a shift, and after five. */
const GAP_MS = 1000
const LONGEST_MS = 5000

interface Shift {
  value: number
  /** ms since the page was loaded. */
  at: number
  /** When that was: one page may be loaded several times. */
  loaded: number
  path: string
  moved: string[]
}

/**
 * Listens to what moves in a window without anybody having pressed something, and adds it up for each view.
 * @returns the views that have moved too much so far, with what moved in them
 */
export async function listenForShifts(context: BrowserContext): Promise<() => string[]> {
  const views = new Map<Page, Shift[]>()
  await context.exposeBinding('tellShift', ({ page }, shift: Shift) => {
    views.set(page, [...(views.get(page) ?? []), shift])
  })
  await context.addInitScript(tellShifts)
  return () =>
    [...views.values()].flatMap((shifts) =>
      [...Map.groupBy(shifts, ({ loaded, path }) => `${loaded} ${path}`).values()].flatMap((view) => {
        const worst = windowsOf(view).toSorted((a, b) => sumOf(b) - sumOf(a))[0] ?? []
        return sumOf(worst) > MOST ? [wordsOf(worst)] : []
      }),
    )
}

function windowsOf(shifts: readonly Shift[]): Shift[][] {
  const windows: Shift[][] = []
  for (const shift of shifts.toSorted((a, b) => a.at - b.at)) {
    const last = windows.at(-1)
    const isWithin = last && shift.at - (last.at(-1)?.at ?? 0) < GAP_MS && shift.at - (last[0]?.at ?? 0) < LONGEST_MS
    if (isWithin) last.push(shift)
    else windows.push([shift])
  }
  return windows
}

const sumOf = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0)

const wordsOf = (shifts: readonly Shift[]): string =>
  `layout shift ${sumOf(shifts).toFixed(3)} on ${shifts[0]?.path}: ${shifts
    .map(({ value, at, moved }) => `${value.toFixed(3)} after ${Math.round(at)} ms (${moved.join('; ')})`)
    .join(', ')}`

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Runs in the page. */
function tellShifts(): void {
  if (window !== top) return
  const called = (node: Node | null): string => {
    if (!(node instanceof Element)) return node?.textContent?.trim().slice(0, 40) ?? 'gone'
    const name = node.id ? `#${node.id}` : (node.getAttribute('class') ?? '').split(' ').slice(0, 2).join('.')
    return `${node.localName} ${name} "${(node.textContent ?? '').trim().slice(0, 30)}"`
  }
  const corner = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue
      Reflect.get(
        window,
        'tellShift',
      )({
        value: entry.value,
        at: entry.startTime,
        loaded: performance.timeOrigin,
        path: location.pathname,
        moved: entry.sources.map(
          (one) => `${called(one.node)} ${corner(one.previousRect)} → ${corner(one.currentRect)}`,
        ),
      })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
