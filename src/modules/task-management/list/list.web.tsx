import { IconFlag3Filled, IconHourglass } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListView } from '../../../shared/definition/definition-options.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { get, type Query } from '../../../web/api.ts'
import { ChoiceMark } from '../../../web/fields/cell.tsx'
import { nameOf } from '../../../web/fields/values.ts'
import { keys } from '../../../web/query.ts'
import type { ColumnWish } from '../../../web/screens/columns/columns.ts'
import { ListScreen } from '../../../web/screens/list/list.tsx'
import { useIsNarrow } from '../../../web/screens/list/use-is-narrow.ts'
import { useListQuery } from '../../../web/screens/list/use-list.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import { type Tab, Tabs } from '../../../web/screens/view/tabs.tsx'
import { useSession } from '../../../web/session.ts'
import { QuickLine } from '../quick-entry/quick-line.web.tsx'
import css from '../task-management.module.css'
import { tasks } from '../task-management.ts'
import { TaskViews } from '../task-views.web.tsx'
import { WHOSE, type Whose, WITH } from './whose.ts'

/** What stands with somebody is what is still open of it; the rest is in All. */
const VIEWS: readonly ListView[] = WHOSE.map(({ value, label }) => ({
  path: value,
  label,
  filter: { whose: value, status: 'pending' },
}))

const COLUMNS: readonly ColumnWish[] = [
  { name: 'number', width: 96, render: (row) => <span className={css.number}>{String(row.number)}</span> },
  { name: 'title', render: (row) => <Title row={row} />, text: (row) => String(row.title) },
  { name: 'state', width: 150 },
  { name: 'progress', width: 120, render: (row) => <Progress row={row} />, text: progressText, isWhole: true },
  { name: 'date_end', width: 150, render: (row) => <End row={row} />, isWhole: true },
  'in_charge',
  'approver',
  'store',
]
/** What a tab has in common is not said in each row of it. */
const COMMON: Record<Whose, readonly string[]> = {
  mine: ['in_charge'],
  'to-approve': ['approver', 'state'],
  'asked-for': [],
  'my-store': ['store'],
}
const columnName = (column: ColumnWish): string => (typeof column === 'string' ? column : column.name)
const columnsOf = (whose: Whose | undefined): readonly ColumnWish[] =>
  whose ? COLUMNS.filter((column) => !COMMON[whose].includes(columnName(column))) : COLUMNS
const OPEN_FILTERS = ['state', 'is_overdue', 'store', 'in_charge']

/** All tasks, or those that stand with the reader; one list with five addresses. */
export default function TaskList({ whose }: { whose?: Whose | undefined }) {
  const view = VIEWS.find(({ path }) => path === whose)
  const wishes = { definition: tasks, view, extraFilters: { whose: WITH } }
  const { state, query } = useListQuery(wishes)
  const isNarrow = useIsNarrow()
  const views = <TaskViews state={state} />
  return (
    <ListScreen
      {...wishes}
      columns={columnsOf(whose)}
      brief={(row) => <Brief row={row} whose={whose} />}
      openFilters={OPEN_FILTERS.filter((name) => !whose || !COMMON[whose].includes(name))}
      tabs={
        <>
          <QuickLine />
          <WhoseTabs query={query} whose={whose} />
        </>
      }
      {...(isNarrow ? { besideFilters: views } : { toolbar: views })}
    />
  )
}

/** On a phone: how far and until when, where it stands, and with whom; what the tab has in common is not said. */
function Brief({ row, whose }: { row: AnyRow; whose: Whose | undefined }) {
  const common = whose ? COMMON[whose] : []
  return (
    <>
      <p>
        <Progress row={row} />
        {row.date_end ? ' · ' : null}
        <End row={row} />
      </p>
      <ChoiceMark field={tasks.fields.state} value={String(row.state)} />
      <small>
        {[
          String(row.number),
          ...['in_charge', 'store'].filter((name) => !common.includes(name)).map((name) => nameOf(row[name])),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
}

type Counts = Partial<Record<Whose | 'all', number>>
const APART: readonly string[] = ['page', 'perpage', 'sort', 'whose', 'status', 'trashed']

/** With whom tasks stand; each count answers to the same filters as the list. */
function WhoseTabs({ query, whose }: { query: Query; whose: Whose | undefined }) {
  const { store } = useSession()
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => !APART.includes(name)))
  const { data } = useQuery({
    queryKey: keys.counts(tasks.wire, filters),
    queryFn: () => get<Counts>(`${tasks.wire}/counts`, filters, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const open = WHOSE.filter(({ value }) => value !== 'my-store' || store)
  const tabs: Tab[] = [
    ...open.map(({ value, label }) => ({
      to: `/${tasks.name}/${value}`,
      label: t(label),
      isCounted: true,
      count: data?.[value],
      isCurrent: value === whose,
    })),
    { to: `/${tasks.name}`, label: t('All'), isCounted: true, count: data?.all, isCurrent: whose === undefined },
  ]
  return <Tabs tabs={tabs} label={t('Views')} />
}

const Title = ({ row }: { row: AnyRow }) => (
  <>
    {row.priority === 'high' && (
      <IconFlag3Filled size={14} className={css.high} aria-label={t('High priority')} role="img" />
    )}
    {Number(row.waits_open) > 0 && (
      <IconHourglass size={14} className={css.high} aria-label={t('Waits for other tasks')} role="img" />
    )}
    {String(row.title)}
  </>
)

function progressText({ progress, items, items_done }: AnyRow): string {
  return Number(items) > 0 ? `${Number(items_done)}/${Number(items)}` : `${Number(progress)}%`
}

const Progress = ({ row }: { row: AnyRow }) => (
  <span className={css.progress}>
    <progress value={Number(row.progress)} max={100} aria-hidden="true" />
    {progressText(row)}
  </span>
)

function End({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  if (typeof row.date_end !== 'string') return null
  return <span className={row.is_overdue ? css.late : undefined}>{formatMoment(row.date_end, time_zone)}</span>
}
