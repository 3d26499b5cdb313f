import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { TOO_MANY_TO_SORT } from '../../../../shared/api.ts'
import { t } from '../../../../shared/language.ts'
import { ApiRefusal } from '../../../api.ts'
import { lazyWithCatalog } from '../../../catalogs.ts'
import { Empty, Failed } from '../../../ui/states.tsx'
import css from '../list.module.css'
import { useIsNarrow } from '../use-is-narrow.ts'
import type { List } from '../use-list.ts'
import { ListCards } from './list-cards.tsx'
import type { BodyProps } from './list-props.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListTable } from './list-table.tsx'

// Its sentences are many, and seldom said.
const Nothing = lazyWithCatalog(() => import('./list-nothing.tsx'))
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
        <Nothing list={list} canCreate={props.canCreate} />
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

function NotLoaded({ list: { error, retry, change } }: { list: List }) {
  if (!(error instanceof ApiRefusal) || error.code !== TOO_MANY_TO_SORT) return <Failed error={error} retry={retry} />
  return (
    <Empty
      title={t('This list is too long for this order')}
      action={
        <Button variant="default" onClick={() => change({ sort: undefined })}>
          {t('Back to the usual order')}
        </Button>
      }
    >
      {error.description}
    </Empty>
  )
}
