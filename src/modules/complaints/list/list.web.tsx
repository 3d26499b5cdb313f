import { Button } from '@mantine/core'
import { IconFlag3Filled, IconLayoutKanban } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { clockOf } from '../../../shared/complaints/clock.ts'
import type { ListView } from '../../../shared/definition/definition-options.ts'
import { count } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import type { Query } from '../../../web/api.ts'
import { get } from '../../../web/api.ts'
import { useSearchParams } from '../../../web/app/location.ts'
import { lazyWithCatalog } from '../../../web/catalogs.ts'
import { ShortPerson } from '../../../web/fields/short-name.tsx'
import { client, keys } from '../../../web/query.ts'
import { actionLabel } from '../../../web/screens/bulk/action-label.ts'
import type { ColumnWish } from '../../../web/screens/columns/columns.ts'
import { ListScreen } from '../../../web/screens/list/list.tsx'
import { narrowedTo } from '../../../web/screens/list/list-state.ts'
import type { RowActs } from '../../../web/screens/list/row-acts.ts'
import { useListQuery } from '../../../web/screens/list/use-list.ts'
import type { AnyRow, PageParams } from '../../../web/screens/module.ts'
import { useSetup } from '../../../web/screens/setup.ts'
import { type Tab, Tabs } from '../../../web/screens/view/tabs.tsx'
import { useMay } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { DueWord } from '../deadlines/due.web.tsx'
import { CASE_KEYS, loadCaseActs } from '../handling/case-keys.web.ts'
import { timelineOf } from '../timeline/moments.web.ts'
import { ComplaintBrief, RestoreRow, Take } from './brief.web.tsx'
import css from './complaints.module.css'
import { MORE_FILTERS, QuickFilters } from './quick-filters.web.tsx'
import { StatusPill } from './status.web.tsx'
import { VulnerableSign } from './vulnerable-sign.web.tsx'

// Brings dialogs and inputs along: only once rows are selected.
const BulkActions = lazyWithCatalog(() => import('./bulk.web.tsx').then((found) => ({ default: found.BulkActions })))

/** Without `c`, which creates in a list. */
const ROW_ACTS: RowActs = {
  keys: CASE_KEYS.replace('c', ''),
  keysBeside: 'c',
  load: () =>
    loadCaseActs().then(
      ({ caseActs }) =>
        (row, onward) =>
          caseActs(rowOf(row), onward),
    ),
}
const storyAhead = (id: number) => client.prefetchQuery(timelineOf(id))

type Counted = 'all' | 'new' | 'processing' | 'overdue' | 'completed' | 'closed' | 'reopened' | 'deleted'
type Counts = Record<Counted, number> & { at_least?: Counted[] }

const rowOf = (row: AnyRow) => row as unknown as Complaint // the rows of this list are the definition's

const COLUMNS: readonly ColumnWish[] = [
  { name: 'issue_number', width: 106, render: (row) => <span className={css.number}>{rowOf(row).issue_number}</span> },
  { name: 'title', render: (row) => <Title row={rowOf(row)} />, text: (row) => rowOf(row).title },
  { name: 'status', width: 120, render: (row) => <StatusPill status={rowOf(row).status} /> },
  {
    name: 'due_at',
    render: (row) => <DueWord row={rowOf(row)} />,
    text: (row) => clockOf(rowOf(row), Date.now())?.words,
    isWhole: true,
  },
  'store',
  'feedback_type',
  { name: 'customer_name', label: 'Customer' },
  { name: 'assignee', width: 112, render: (row) => <Assignee row={rowOf(row)} /> },
  { name: 'created_at', isFigure: true },
]

/** A notification of many leads here; nobody would pick its number from a menu. */
const FILTERS_OF_NOTIFICATION = { ...MORE_FILTERS, told: count('Notification', { ungrouped: true }) }

/** In the trash nothing runs late; what matters is since when it lies there, and how long it still does. */
const IN_TRASH: readonly ColumnWish[] = [
  ...COLUMNS.filter((one) => typeof one === 'string' || !['due_at', 'status', 'created_at'].includes(one.name)),
  { name: 'updated_at', label: 'Deleted at', isSortable: false, isFigure: true },
  {
    name: 'left',
    label: 'Erased',
    width: 120,
    isSortable: false,
    render: (row) => daysLeft(rowOf(row)),
    text: (row) => daysLeft(rowOf(row)),
  },
]

function daysLeft({ updated_at }: Complaint): string {
  const kept = complaints.retention?.trashed ?? 0
  const left = Math.ceil((Date.parse(updated_at) - Date.now()) / DAY_MS + kept)
  return t('in {{n}} days', { n: Math.max(0, left) })
}

const briefOf = (row: AnyRow) => <ComplaintBrief row={rowOf(row)} />
const takeOf = (row: AnyRow) => <Take row={rowOf(row)} />
const restoreOf = (row: AnyRow) => <RestoreRow row={rowOf(row)} />
const OPEN_FILTERS = ['status', 'store', 'feedback_type', 'department']

/** Every complaint, or those of one status; one list with eight addresses. */
export default function ComplaintList({ params }: PageParams) {
  const view = complaints.views.find((one) => one.path === params.view)
  const [asked] = useSearchParams()
  const wishes = {
    definition: complaints,
    view,
    extraFilters: asked.has('told') ? FILTERS_OF_NOTIFICATION : MORE_FILTERS,
  }
  const { state, query, change } = useListQuery(wishes)
  const isTrash = view?.filter.status === 'deleted'
  return (
    <ListScreen
      {...wishes}
      columns={isTrash ? IN_TRASH : COLUMNS}
      {...(isTrash && { rowActions: restoreOf })}
      openFilters={OPEN_FILTERS}
      hasTrash={false}
      hasBulkDelete={false}
      brief={briefOf}
      cardActions={takeOf}
      tabs={<StatusTabs query={query} />}
      besideFilters={<QuickFilters filters={state.filters} change={(filters) => change({ filters })} />}
      toolbar={
        <Button
          component={Link}
          to={narrowedTo('/complaints/board', state)}
          variant="default"
          leftSection={<IconLayoutKanban size={18} />}
        >
          {t('Board')}
        </Button>
      }
      bulkActions={(selection, run, moves) => (
        <Suspense>
          <BulkActions selection={selection} run={run} moves={moves} />
        </Suspense>
      )}
      actLabel={actLabel}
      rowActs={ROW_ACTS}
      ahead={storyAhead}
    />
  )
}

const OTHER_ACTS: Record<string, string> = { assign: 'Assign', tag: 'Add tags', untag: 'Remove tags' }
const actLabel = (act: string): string => (OTHER_ACTS[act] ? t(OTHER_ACTS[act]) : actionLabel(complaints, act))

/** One tab for each status; its count answers to the same filters as the list. */
function StatusTabs({ query }: { query: Query }) {
  const filters = without(query, ['page', 'perpage', 'sort', 'status', 'trashed'])
  const { data: counts } = useQuery({
    queryKey: keys.counts(WIRE, filters),
    queryFn: () => get<Counts>(`${WIRE}/counts`, filters, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const { choices } = useSetup(complaints.name)
  const may = useMay()
  const isOpen = ({ filter }: ListView) => filter.status !== 'deleted' || may(complaints.permission, 'delete')
  const kept = new URLSearchParams(location.search)
  const isInView = Number(kept.get('view')) > 0
  // A saved view is a place of its own: a tab leads out of it, and its filters stay behind.
  for (const name of isInView ? [...kept.keys()] : ['page', 'status', 'trashed', 'view', 'open']) kept.delete(name)
  const at = (path: string) => (kept.size > 0 ? `${path}?${kept}` : path)
  const countOf = (status: Counted) => ({
    isCounted: true,
    count: counts?.[status],
    isMore: counts?.at_least?.includes(status),
  })
  // A list without any filter of its own would begin with the view chosen for that.
  const notIn = isInView ? { isCurrent: false } : {}
  const bare = kept.size === 0 && choices.view ? '/complaints?view=none' : at('/complaints')
  const tabs: Tab[] = [
    { to: bare, label: t('All'), ...countOf('all'), ...notIn },
    ...complaints.views.filter(isOpen).map((view): Tab => {
      const status = (view.filter.status ?? '') as Counted // every view of complaints is one of a status
      const isLate = status === 'overdue'
      return {
        to: at(`/complaints/${view.path}`),
        label: t(view.label),
        ...countOf(status),
        ...notIn,
        ...(isLate && { tone: 'bad' }),
      }
    }),
  ]
  return <Tabs tabs={tabs} label={t('Status')} />
}

const without = (query: Query, names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

const Assignee = ({ row: { assignee } }: { row: Complaint }) =>
  assignee ? <ShortPerson name={assignee.name} /> : <span className={css.quiet}>{t('Not assigned')}</span>

const Title = ({ row }: { row: Complaint }) => (
  <>
    {row.priority === 'high' && (
      <IconFlag3Filled size={14} className={css.high} aria-label={t('High priority')} role="img" />
    )}
    <VulnerableSign row={row} />
    {row.title}
  </>
)
