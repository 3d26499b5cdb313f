import { Button, SegmentedControl } from '@mantine/core'
import { IconList, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { t } from '../../../shared/language.ts'
import { go, useSearchParams } from '../../../web/app/location.ts'
import css from '../../../web/board/board.module.css'
import { Filters } from '../../../web/screens/list/filter-bar.tsx'
import { type ListState, narrowedTo, readState, writeState } from '../../../web/screens/list/list-state.ts'
import { usePageKeys } from '../../../web/screens/list/page-keys.ts'
import { useListQuery } from '../../../web/screens/list/use-list.ts'
import { useMay } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { complaints } from '../complaints.ts'
import { MORE_FILTERS, QuickFilters } from '../list/quick-filters.web.tsx'
import { BoardArea } from './area.web.tsx'
import type { Board, Placing } from './columns.web.ts'

const OPEN_FILTERS = ['store', 'feedback_type', 'department', 'assignee']
/** What the columns say is no filter as well; by department, the open ones are laid out. */
const LAID_OUT: Record<Placing, Record<string, string>> = {
  status: { status: '' },
  department: { status: '', department: '' },
}

/** Complaints as cards in columns by status or department; a card moves only along an allowed step. */
export default function BoardPage() {
  const may = useMay()
  const { board, list } = useBoard()
  const { by } = board
  usePageKeys({ c: may('complaints', 'add') ? () => go('/complaints/create') : undefined })
  return (
    <Page
      title={t('Board')}
      crumbs={[{ label: t('Complaints'), to: '/complaints' }]}
      beside={
        <SegmentedControl
          aria-label={t('Columns by')}
          value={by}
          onChange={(value) => list.layOut(value === 'department' ? 'department' : 'status')}
          data={[
            { value: 'status', label: t('By status') },
            { value: 'department', label: t('By department') },
          ]}
        />
      }
      actions={
        <>
          <Button
            component={Link}
            to={narrowedTo('/complaints', list.state)}
            variant="default"
            leftSection={<IconList size={18} />}
          >
            {t('List')}
          </Button>
          {may('complaints', 'add') && (
            <Button component={Link} to="/complaints/create" leftSection={<IconPlus size={18} />}>
              {t('New complaint')}
            </Button>
          )}
        </>
      }
    >
      <Filters
        list={list}
        openly={OPEN_FILTERS}
        beside={
          <>
            <QuickFilters filters={list.state.filters} change={(filters) => list.change({ filters })} />
            <p className={css.hint}>{t('Drag a card, or press M on it, to move it')}</p>
          </>
        }
      />
      <BoardArea key={by} board={board} clear={list.isNarrowed ? list.clear : undefined} />
    </Page>
  )
}

/** What the address says of a board, and how to change it. */
function useBoard() {
  const [params, setParams] = useSearchParams()
  const by: Placing = params.get('by') === 'department' ? 'department' : 'status'
  const { state, fields, today, unknown, query } = useListQuery({
    definition: complaints,
    extraFilters: MORE_FILTERS,
    fixedFilter: LAID_OUT[by],
  })
  const board = useMemo((): Board => {
    const { page: _page, perpage: _perpage, sort: _sort, trashed: _trashed, ...filters } = query
    return { by, filters }
  }, [by, query])
  const put = (part: Partial<ListState>, placing?: Placing) =>
    setParams(
      (now) => {
        const next = writeState({ ...readState(now, fields), ...part })
        if ((placing ?? now.get('by')) === 'department') next.set('by', 'department')
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
      layOut: (placing: Placing) => put({}, placing),
    },
  }
}
