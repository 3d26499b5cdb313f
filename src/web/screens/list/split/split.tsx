import { type ReactNode, Suspense, use, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../../shared/language.ts'
import { ErrorBoundary } from '../../../app/error-boundary.tsx'
import { client } from '../../../query.ts'
import { Beside } from '../../../ui/beside.ts'
import { SkeletonPage } from '../../../ui/states.tsx'
import { recordOf } from '../../records.ts'
import type { List } from '../use-list.ts'
import { PageAt } from './page-at.ts'
import css from './split.module.css'

interface SplitProps extends Omit<PaneProps, 'id'> {
  children: ReactNode
}

/** A list left, and the record that is open right. */
export default function Split({ children, ...pane }: SplitProps) {
  const { open } = pane.list.state
  return (
    <div className={css.split}>
      {children}
      {open === undefined ? (
        <div className={css.pane}>
          <SkeletonPage />
        </div>
      ) : (
        <Pane {...pane} id={open} />
      )}
    </div>
  )
}

interface PaneProps {
  list: List
  /** The record wanted. */
  id: number
  /** The row it stands in; -1 where that is on another page. */
  active: number
  /** What the record's page asks for at once, beside the record. */
  ahead: ((id: number) => Promise<unknown>) | undefined
  /** Goes on to the next record, if this one is still open. */
  onward: (from: number) => void
}

/** A record beside its list: the one before stays in sight until the next is there, and the row below is fetched ahead. */
function Pane({ list, id, active, ahead, onward }: PaneProps) {
  const { definition, page } = list
  const [shown, show] = useState(id)
  const next = page?.data[active + 1]?.id
  const prepare = useRef((one: number) =>
    Promise.all([client.prefetchQuery({ ...recordOf(definition, one), staleTime: FRESH_MS }), ahead?.(one)]),
  )
  useEffect(() => {
    let isGone = false
    void prepare.current(id).then(() => {
      if (isGone) return
      show(id)
      if (next !== undefined) void prepare.current(next)
    })
    return () => {
      isGone = true
    }
  }, [id, next])
  const place = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record begins at its top
  useEffect(() => void place.current?.scrollTo({ top: 0 }), [shown])
  const beside = useMemo(() => ({ onward: () => onward(shown) }), [onward, shown])
  const { Page } = use(PageAt)
  return (
    <section
      ref={place}
      className={css.pane}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t(definition.one)}
      data-record={shown}
      aria-busy={shown !== id}
    >
      <Beside value={beside}>
        <ErrorBoundary key={shown}>
          <Suspense fallback={<SkeletonPage />}>
            <Page path={`/${definition.name}/view/${shown}`} />
          </Suspense>
        </ErrorBoundary>
      </Beside>
    </section>
  )
}

const FRESH_MS = 15_000
