import { Button } from '@mantine/core'
import { TOO_MANY_TO_SORT } from '../../../shared/api.ts'
import { t } from '../../../shared/language.ts'
import { ApiRefusal } from '../../api.ts'
import { Link } from '../../ui/link.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { ListCards } from './list-cards.tsx'
import type { BodyProps } from './list-props.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListTable } from './list-table.tsx'
import { ListTiles } from './list-tiles.tsx'
import { NothingMatches } from './nothing-matches.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import type { List } from './use-list.ts'
import { showsWaiting } from './waiting-tabs.tsx'

/** The rows, or why there are none. */
export function ListBody(props: BodyProps) {
  const { list } = props
  const isPhone = useIsNarrow()
  if (list.error) return <NotLoaded list={list} />
  if (!list.page) return <ListSkeleton list={list} isPhone={isPhone} />
  if (list.page.data.length === 0) return <Nothing list={list} canCreate={props.canCreate} />
  if (props.card) return <ListTiles {...props} card={props.card} />
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

function Nothing({ list, canCreate }: { list: List; canCreate: boolean }) {
  const { state, change, definition } = list
  if (state.page > 1)
    return (
      <Empty
        title={t('This page is past the end')}
        action={
          <Button variant="default" onClick={() => change({ page: 1 })}>
            {t('Go to the first page')}
          </Button>
        }
      />
    )
  if (showsWaiting(definition, state.filters) && !state.isTrash)
    return (
      <Empty
        title={state.search ? t('Nothing to do matches') : t('Nothing left to do')}
        action={
          <Button variant="default" onClick={() => change({ filters: {}, isAll: true })}>
            {state.search ? t('Search in all') : t('Show all')}
          </Button>
        }
      />
    )
  if (state.search || Object.keys(state.filters).length > 0)
    return <NothingMatches clear={() => change({ search: '', filters: {} })} />
  if (state.isTrash)
    return <Empty title={t('The trash is empty')}>{t('What is deleted waits here and can be restored.')}</Empty>
  return (
    <Empty
      title={t('Nothing here yet')}
      action={
        canCreate ? (
          <Button component={Link} to={`/${definition.name}/create`}>
            {t('Create')}
          </Button>
        ) : undefined
      }
    >
      {canCreate
        ? t('Create the first one, or wait for what others add: it appears here by itself.')
        : t('What is added appears here by itself.')}
    </Empty>
  )
}
