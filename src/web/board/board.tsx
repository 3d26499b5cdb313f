import { Button, SegmentedControl } from '@mantine/core'
import { IconList, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { Fields } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { go, useSearchParams } from '../app/location.ts'
import { Filters } from '../screens/list/filters/filter-bar.tsx'
import { type ListState, narrowedTo, readState, writeState } from '../screens/list/list-state.ts'
import { usePageKeys } from '../screens/list/page-keys.ts'
import { useListQuery } from '../screens/list/use-list.ts'
import { useMay } from '../session.ts'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { BoardArea } from './area.tsx'
import css from './board.module.css'
import type { Board, CardRow, Layout } from './columns.ts'

type Filtered = ListState['filters']

interface BoardScreenProps<C extends CardRow> extends Pick<Board<C>, 'contentOf' | 'latest'> {
  definition: Definition
  /** How the cards may be laid out, with what each is called in the switch between them; the first is the usual one. */
  layouts: readonly [LabelledLayout<C>, ...LabelledLayout<C>[]]
  openFilters: readonly string[]
  extraFilters?: Fields
  /** Beside the filters. */
  besideFilters?: (filters: Filtered, change: (filters: Filtered) => void) => ReactNode
  /** Where the same records are laid out otherwise; a button to their list unless said. */
  views?: (state: ListState) => ReactNode
  /** The button that makes one. */
  createLabel: string
}
export type LabelledLayout<C extends CardRow> = Layout<C> & { label: string }

/** Records as cards in columns; a card moves only along an allowed step. */
export function BoardScreen<C extends CardRow>(props: BoardScreenProps<C>) {
  const { definition, layouts, openFilters, besideFilters, createLabel, views } = props
  const may = useMay()
  const { board, list } = useBoard(props)
  const { name, label, permission } = definition
  const canAdd = may(permission, 'add')
  usePageKeys({ c: canAdd ? () => go(`/${name}/create`) : undefined })
  return (
    <Page
      title={t('Board')}
      crumbs={[{ label: t(label), to: `/${name}` }]}
      beside={
        layouts.length > 1 && (
          <SegmentedControl
            aria-label={t('Columns by')}
            value={board.layout.by}
            onChange={list.layOut}
            data={layouts.map((layout) => ({ value: layout.by, label: t(layout.label) }))}
          />
        )
      }
      actions={
        <>
          <p className={css.hint}>{t('Drag a card, or press M on it, to move it')}</p>
          {views?.(list.state) ?? (
            <Button
              component={Link}
              to={narrowedTo(`/${name}`, list.state)}
              variant="default"
              leftSection={<IconList size={18} />}
            >
              {t('List')}
            </Button>
          )}
          {canAdd && (
            <Button component={Link} to={`/${name}/create`} leftSection={<IconPlus size={18} />}>
              {createLabel}
            </Button>
          )}
        </>
      }
    >
      <Filters
        list={list}
        openly={openFilters}
        beside={besideFilters?.(list.state.filters, (filters) => list.change({ filters }))}
      />
      <BoardArea key={board.layout.by} board={board} clear={list.isNarrowed ? list.clear : undefined} />
    </Page>
  )
}

/** What the address says of a board, and how to change it. */
function useBoard<C extends CardRow>({ definition, layouts, extraFilters, contentOf, latest }: BoardScreenProps<C>) {
  const [params, setParams] = useSearchParams()
  const { board: options } = definition
  if (!options) throw new Error(`${definition.name} has no board`)
  const [usual] = layouts
  const layout = layouts.find(({ by }) => by === params.get('by')) ?? usual
  // What the columns say is no filter as well.
  const { state, fields, today, unknown, query } = useListQuery({
    definition,
    ...(extraFilters && { extraFilters }),
    fixedFilter: { [options.by]: '', [layout.by]: '' },
  })
  const board = useMemo((): Board<C> => {
    const { page: _page, perpage: _perpage, sort: _sort, trashed: _trashed, ...filters } = query
    return { definition, options, layout, filters, contentOf, latest }
  }, [definition, options, layout, query, contentOf, latest])
  const put = (part: Partial<ListState>, by: string = layout.by) =>
    setParams(
      (now) => {
        const next = writeState({ ...readState(now, fields), ...part })
        if (by !== usual.by) next.set('by', by)
        return next
      },
      { replace: true },
    )
  return {
    board,
    list: {
      state,
      fields,
      today,
      unknown,
      change: (part: Partial<ListState>) => put(part),
      isNarrowed: state.search !== '' || Object.keys(state.filters).length > 0,
      clear: () => put({ search: '', filters: {} }),
      layOut: (by: string) => put({}, by),
    },
  }
}
