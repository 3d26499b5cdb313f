import { Button } from '@mantine/core'
import { t } from '../../../../shared/language.ts'
import { Link } from '../../../ui/link.tsx'
import { Empty } from '../../../ui/states.tsx'
import type { List } from '../use-list.ts'
import { showsWaiting } from '../waiting-tabs.tsx'
import type { BodyProps } from './list-props.ts'
import { NothingMatches } from './nothing-matches.tsx'

/** Why a list has no rows, and what may be done about it. */
export default function Nothing({
  list,
  canCreate,
  insteadOfCreate,
}: { list: List } & Pick<BodyProps, 'canCreate' | 'insteadOfCreate'>) {
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
        ) : (
          insteadOfCreate
        )
      }
    >
      {canCreate
        ? t('Create the first one, or wait for what others add: it appears here by itself.')
        : t('What is added appears here by itself.')}
    </Empty>
  )
}
