import { lazy, Suspense } from 'react'
import { TOO_MANY_TO_SORT } from '../../../../shared/api.ts'
import { ApiRefusal } from '../../../api.ts'
import { lazyWithCatalog } from '../../../catalogs.ts'
import { Failed } from '../../../ui/states.tsx'
import css from '../list.module.css'
import { useIsNarrow } from '../use-is-narrow.ts'
import type { List } from '../use-list.ts'
import { ListCards } from './list-cards.tsx'
import type { BodyProps } from './list-props.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListTable } from './list-table.tsx'

// Its sentences are many, and seldom said.
const Nothing = lazyWithCatalog(() => import('./list-nothing.tsx'))
const TooLong = lazyWithCatalog(() => import('./list-too-long.tsx'))
// A register whose records are pictures.
const ListTiles = lazy(() => import('./list-tiles.tsx').then((found) => ({ default: found.ListTiles })))

/** The rows, or why there are none. */
export function ListBody(props: BodyProps) {
  const { list, rows: Rows } = props
  const isPhone = useIsNarrow()
  if (list.error) return <NotLoaded list={list} />
  if (!list.page) return <ListSkeleton list={list} isPhone={isPhone || Rows !== undefined} />
  if (list.page.data.length === 0)
    return (
      <Suspense fallback={<div className={css.nothing} />}>
        <Nothing list={list} canCreate={props.canCreate} insteadOfCreate={props.insteadOfCreate} />
      </Suspense>
    )
  if (Rows) return <Rows {...props} />
  if (props.card)
    return (
      <Suspense fallback={<ListSkeleton list={list} isPhone={isPhone} />}>
        <ListTiles {...props} card={props.card} />
      </Suspense>
    )
  return isPhone ? <ListCards {...props} /> : <ListTable {...props} />
}

function NotLoaded({ list }: { list: List }) {
  const { error, retry } = list
  if (!(error instanceof ApiRefusal) || error.code !== TOO_MANY_TO_SORT) return <Failed error={error} retry={retry} />
  return (
    <Suspense fallback={<div className={css.nothing} />}>
      <TooLong list={list} description={error.description} />
    </Suspense>
  )
}
