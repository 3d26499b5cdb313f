import { ActionIcon, Button } from '@mantine/core'
import { IconHome, IconHomeFilled, IconPencil, IconTrash } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import type { SavedView } from '../../../shared/list-setup.ts'
import { Link } from '../../ui/link.tsx'
import { Sortable } from '../../ui/sortable.tsx'
import css from '../list/list.module.css'
import type { List } from '../list/use-list.ts'
import { addressOf, inOrder } from '../setup.ts'
import { askEdit, askNew, keepChanges, queryOf, remove } from './saved-view-actions.ts'

/** The views of a list: open one, begin with one, order, rename, share and delete them, and keep a new one. */
export default function ViewPanel({ list, close }: { list: List; close: () => void }) {
  const { setup, definition, state } = list
  const views = inOrder(setup)
  const current = views.find((view) => view.id === state.view)
  const isChanged = current !== undefined && queryOf(list) !== current.query
  // The dialog takes the focus, and gives it back to the list.
  const after = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <div className={css.views}>
      {views.length === 0 ? (
        <p>{t('Search, filters, order, columns and density of this list, kept under a name.')}</p>
      ) : (
        <Sortable
          items={views}
          keyOf={(view) => String(view.id)}
          nameOf={(view) => view.name}
          onChange={(next) => setup.choose({ order: next.map((view) => view.id) })}
        >
          {(view) => <Line list={list} view={view} after={after} />}
        </Sortable>
      )}
      {setup.choices.view ? (
        <Link to={`/${definition.name}?view=none`} className={css.quiet} onClick={close}>
          {t('Without a view')}
        </Link>
      ) : null}
      {isChanged && current.is_mine ? (
        <Button size="xs" variant="default" fullWidth onClick={after(() => void keepChanges(list, current))}>
          {t('Keep the changes in “{{name}}”', { name: current.name })}
        </Button>
      ) : null}
      <Button size="xs" fullWidth onClick={after(() => void askNew(list))}>
        {t('Save as a new view')}
      </Button>
    </div>
  )
}

interface LineProps {
  list: List
  view: SavedView
  after: (act: () => void) => () => void
}

function Line({ list, view, after }: LineProps) {
  const { setup, definition, state } = list
  const { name } = view
  const isFirst = setup.choices.view === view.id
  const Home = isFirst ? IconHomeFilled : IconHome
  return (
    <>
      <Link
        to={addressOf(definition.name, view)}
        aria-current={state.view === view.id ? 'page' : undefined}
        onClick={after(() => undefined)}
      >
        {name}
      </Link>
      <ActionIcon
        variant="subtle"
        color={isFirst ? undefined : 'gray'}
        size="sm"
        aria-pressed={isFirst}
        aria-label={t('Start with {{name}}', { name })}
        title={t('Start with {{name}}', { name })}
        onClick={() => setup.choose({ view: isFirst ? undefined : view.id })}
      >
        <Home size={15} />
      </ActionIcon>
      {view.is_mine ? (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('Rename or share {{name}}', { name })}
            title={t('Rename or share {{name}}', { name })}
            onClick={after(() => void askEdit(list, view))}
          >
            <IconPencil size={15} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('Delete {{name}}', { name })}
            title={t('Delete {{name}}', { name })}
            onClick={after(() => void remove(list, view))}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </>
      ) : null}
    </>
  )
}
