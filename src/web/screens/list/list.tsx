import { ActionIcon, Button } from '@mantine/core'
import { IconLayoutSidebar, IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import type { ListView } from '../../../shared/definition/definition-options.ts'
import type { Fields } from '../../../shared/fields.ts'
import { stepsOf } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import { type Definition, isMadeByHand } from '../../../shared/resource.ts'
import { lazyWithCatalog } from '../../catalogs.ts'
import { useMay } from '../../session.ts'
import { Link } from '../../ui/link.tsx'
import { type Crumb, Page } from '../../ui/page.tsx'
import { useBulks } from '../bulk/bulk.ts'
import type { BulkActions } from '../bulk/bulk-bar.tsx'
import type { ColumnWish } from '../columns/columns.ts'
import { SheetsMenu } from '../export/sheets-menu.tsx'
import type { AnyRow } from '../module.ts'
import { useFirstView, ViewTabs } from '../saved-views/saved-view-tabs.tsx'
import { FlowRowButtons } from '../view/flow-buttons.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import css from './list.module.css'
import { useActive, useListKeys, walk } from './list-keys.ts'
import { Pager } from './pager.tsx'
import { type RowActs, useRowActs } from './row-acts.ts'
import { ListBody } from './rows/list-body.tsx'
import { useSelection } from './selection.ts'
import { type Split as Splitting, useSplit } from './split/use-split.ts'
import { SteadyProvider } from './steady-rows.ts'
import { useList } from './use-list.ts'
import { WaitingTabs } from './waiting-tabs.tsx'

// Where the person likes it so, and the screen has room.
const Split = lazyWithCatalog(() => import('./split/split.tsx'))
const SplitRows = lazyWithCatalog(() => import('./split/split-rows.tsx'))
// Only once rows are selected.
const BulkBar = lazyWithCatalog(() => import('../bulk/bulk-bar.tsx'))
const BulkStrip = lazyWithCatalog(() => import('../bulk/bulk-strip.tsx'))

export interface ListScreenProps {
  definition: Definition
  /** A fixed filter with its own address. */
  view?: ListView | undefined
  /** Above the filters; see tabs.tsx. */
  tabs?: ReactNode
  /** Its own tabs begin with what waits, as those of every register do. */
  isQueue?: boolean
  /** The address it begins with where it has tabs of its own. */
  begins?: string
  /** Beside the button that creates. */
  toolbar?: ReactNode
  /** At the end of every row, instead of the steps of the flow. */
  rowActions?: (row: AnyRow) => ReactNode
  /** At the head of a row's card on a phone, instead of these. */
  cardActions?: (row: AnyRow) => ReactNode
  /** What keys do with a row; the steps of its flow that have one unless said. */
  rowActs?: RowActs
  /** What the page of a record asks for at once, fetched ahead where it stands beside the list. */
  ahead?: (id: number) => Promise<unknown>
  /** Room for these, px; that of one button unless said. */
  actionsWidth?: number
  /** In the bar that appears once rows are selected. */
  bulkActions?: BulkActions
  /** What an act on many records is called that is no step of the flow. */
  actLabel?: (act: string) => string
  /** Filters the definition does not know: query parameter to field. */
  extraFilters?: Fields
  /** Filters offered without opening the menu; the first of the definition unless said. */
  openFilters?: readonly string[]
  /** In the row of the filters, e.g. those people reach for all day. */
  besideFilters?: ReactNode
  columns?: readonly ColumnWish[]
  /** Draws a row as a card with its picture; the list is then cards, on every screen. */
  card?: ((row: AnyRow) => ReactNode) | undefined
  /** On a phone, what stands below the title of a row in a line or two, instead of its columns. */
  brief?: ((row: AnyRow) => ReactNode) | undefined
  /** Where a row leads; null where it leads nowhere. */
  rowLink?: (row: AnyRow) => string | null
  /** Sent along with every question, and no choice of the user. */
  fixedFilter?: Record<string, string>
  /** The same, but of what is shown only: a workbook takes all. */
  onScreen?: Record<string, string>
  /** Without a way to create, where a new record would not stand here; an empty list then offers this. */
  insteadOfCreate?: ReactNode
  /** Without a trash of the generic kind, e.g. where a step deletes. */
  hasTrash?: boolean
  /** Without the generic delete of several. */
  hasBulkDelete?: boolean
  title?: string
  crumbs?: readonly Crumb[]
}

const NONE: AnyRow[] = []

/** Where some step of its flow is offered in rows, a button for each that is open. */
const rowStepsOf = (definition: Definition) =>
  stepsOf(definition.flow).some(([, step]) => step.quick)
    ? (row: AnyRow) => <FlowRowButtons definition={definition} row={row} />
    : undefined

/** The list of any resource: search, filters, order, pages, selection, all of it in the address. */
export function ListScreen(props: ListScreenProps) {
  const { definition, view, tabs, toolbar } = props
  const may = useMay()
  const isLeading = useFirstView(props)
  const whole = useList({ ...props, isLeading })
  const split = useSplit(whole, props.rowLink === undefined)
  const { list } = split
  const { selected, setSelected, tick, tickAll, clear } = useSelection(list.page?.data ?? NONE)
  // A tick is drawn before what may be done with the ticked.
  const chosen = useDeferredValue(selected)
  const alone = useActive(list)
  const [active, setActive, cursor] = split.isOn ? ([split.active, split.open, list.state.open] as const) : alone
  const bulks = useBulks(definition.name)
  const rowSteps = useMemo(() => rowStepsOf(definition), [definition])
  const { insteadOfCreate } = props
  const canCreate = insteadOfCreate === undefined && may(definition.permission, 'add') && isMadeByHand(definition)
  const createKey = canCreate ? (split.isOn && props.rowActs?.keysBeside?.includes('c') ? '' : 'c') : undefined
  useListKeys({ list: whole, active, setActive, selected, tick, tickAll, clear, definition, split, createKey })
  const rows = list.page?.data ?? NONE
  const latest = useRef(cursor)
  useLayoutEffect(() => {
    latest.current = cursor
    return () => {
      latest.current = undefined
    }
  })
  // An act that took long does not move whoever has gone on by themselves.
  const onward = (from: number) => {
    if (latest.current === from) walk({ list: whole, split, active, setActive }, 1)
  }
  useRowActs({ split, row: selected.size > 0 ? undefined : rows[active], of: props.rowActs, onward, createKey })
  const crumbs = [
    ...(props.crumbs ?? []),
    ...(view || list.state.isTrash ? [{ label: t(definition.label), to: `/${definition.name}` }] : []),
  ]
  const title =
    props.title ??
    (list.state.isTrash
      ? t('Trash')
      : [definition.label, ...(view ? [view.label] : [])].map((one) => t(one)).join(': '))
  const actions = (
    <>
      {split.isOffered ? <SplitButton split={split} id={rows[active]?.id} /> : null}
      {toolbar}
      {list.state.isTrash ? null : <SheetsMenu list={list} chosen={chosen} />}
      {canCreate && !list.state.isTrash ? (
        <Button
          component={Link}
          to={`/${definition.name}/create`}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          aria-keyshortcuts={createKey || undefined}
        >
          {t('Create')}
        </Button>
      ) : null}
    </>
  )
  const card = (
    <div className={css.card} aria-busy={list.isFetching}>
      <Suspense>
        {bulks.map((bulk) => (
          <BulkStrip key={bulk.id} {...{ definition, bulk }} label={props.actLabel?.(bulk.act)} />
        ))}
      </Suspense>
      {chosen.size > 0 ? (
        <Suspense>
          <BulkBar
            list={list}
            chosen={chosen}
            onClear={clear}
            setSelected={setSelected}
            bulkActions={props.bulkActions}
            hasDelete={props.hasBulkDelete !== false}
          />
        </Suspense>
      ) : null}
      <SteadyProvider value={list}>
        <ListBody
          list={list}
          {...{ selected, setSelected, tick, active, setActive, canCreate, insteadOfCreate }}
          rows={split.isOn ? SplitRows : undefined}
          card={props.card}
          brief={props.brief}
          rowActions={props.rowActions ?? rowSteps}
          cardActions={props.cardActions}
          actionsWidth={props.actionsWidth}
        />
      </SteadyProvider>
      <Pager list={list} />
    </div>
  )
  return (
    <Page title={title} crumbs={split.isOn ? [] : crumbs} crumb={view ? t(view.label) : title} actions={actions} isList>
      <ViewTabs list={list}>
        {tabs ?? (definition.pendingFilter && !view ? <WaitingTabs list={list} /> : null)}
      </ViewTabs>
      {isLeading ? null : (
        <>
          <FilterBar
            list={list}
            beside={props.besideFilters}
            openly={props.openFilters}
            hasTrash={props.hasTrash !== false && may(definition.permission, 'delete')}
          />
          {split.isOn ? (
            <Suspense fallback={card}>
              <Split {...{ list, active, onward }} ahead={props.ahead}>
                {card}
              </Split>
            </Suspense>
          ) : (
            card
          )}
        </>
      )}
    </Page>
  )
}

function SplitButton({ split: { isOn, turn }, id }: { split: Splitting; id: number | undefined }) {
  const label = t('Show the record beside the list')
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'default'}
      size={36}
      aria-label={label}
      title={`${label} (v)`}
      aria-pressed={isOn}
      aria-keyshortcuts="v"
      onClick={() => turn(id)}
    >
      <IconLayoutSidebar size={18} />
    </ActionIcon>
  )
}
