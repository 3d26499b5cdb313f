import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react'
import type { Page } from '../../../shared/api.ts'
import type { ListView } from '../../../shared/definition/definition-options.ts'
import type { Fields } from '../../../shared/fields.ts'
import { wallClock } from '../../../shared/format.ts'
import type { Definition } from '../../../shared/resource.ts'
import { type Query, queryString } from '../../api.ts'
import { useSearchParams } from '../../app/location.ts'
import { client } from '../../query.ts'
import { useSame } from '../../same.ts'
import { useSession } from '../../session.ts'
import { type Column, type ColumnWish, columnsOf, DELETED_AT } from '../columns/columns.ts'
import type { AnyRow } from '../module.ts'
import { pageOf } from '../records.ts'
import { type Setup, useSetup } from '../setup.ts'
import { filterFields, type ListState, listQuery, readState, unknownIn, writeState } from './list-state.ts'
import { isFinePointer, usualPerpage } from './rows/fitting-rows.ts'
import { keepShown, lastPageOf } from './shown-list.ts'
import { type SteadyRows, useSteadyRows } from './steady-rows.ts'

export interface ListWishes {
  definition: Definition
  view?: ListView | undefined
  columns?: readonly ColumnWish[]
  extraFilters?: Fields
  fixedFilter?: Record<string, string>
  /** The same, but of what is shown only: a workbook takes all. */
  onScreen?: Record<string, string>
  rowLink?: (row: AnyRow) => string | null
  /** Its address is about to become another one: nothing is asked yet. */
  isLeading?: boolean
}

/** What stands in a list and how tight; undefined is as delivered. */
export interface Look {
  columns?: string[] | undefined
  isCompact?: boolean | undefined
}

/** One list on the screen: what it asks, what came, how it looks, and how to change all of it. */
export interface List extends SteadyRows {
  definition: Definition
  state: ListState
  /** Changes part of the state; anything but the page leads back to page one. */
  change: (part: Partial<ListState>, options?: { replace?: boolean }) => void
  /** Filters a user may choose here. */
  fields: Fields
  today: string
  /** Names in the address that say nothing here. */
  unknown: readonly string[]
  /** What it asks the server, page and order included. */
  query: Query
  /** What a workbook of it asks. */
  sheetQuery: Query
  page: Page<AnyRow> | undefined
  error: unknown
  isFetching: boolean
  /** The rows shown belong to the state before. */
  isOld: boolean
  retry: () => void
  columns: Column[]
  /** Somebody wants these very columns; as delivered, they are as many as there is room for. */
  isChosen: boolean
  allColumns: Column[]
  usualColumns: string[]
  isCompact: boolean
  /** Chooses columns or density: of the view the list is in, otherwise for this person from now on. */
  setLook: (part: Look) => void
  setup: Setup
  linkOf: (row: AnyRow) => string | null
  prefetchPage: (page: number) => void
}

/** What of a list its rows are drawn by. */
export interface RowList extends Pick<List, 'definition' | 'columns' | 'linkOf' | 'hold'> {
  isTrash: boolean
}

/** The same one until any of it changes, so that a row is drawn anew only where something of its own is new. */
export function useRowList({ definition, columns, linkOf, hold, state: { isTrash } }: List): RowList {
  return useMemo(() => ({ definition, columns, linkOf, hold, isTrash }), [definition, columns, linkOf, hold, isTrash])
}

export function useList(wishes: ListWishes): List {
  const { definition } = wishes
  const { state, change, fields, today, unknown, query: sheetQuery } = useListQuery(wishes)
  const { onScreen } = wishes
  const query = useMemo(() => (onScreen ? { ...sheetQuery, ...onScreen } : sheetQuery), [sheetQuery, onScreen])
  const found = useQuery({
    ...pageOf(definition, query),
    enabled: !wishes.isLeading,
    placeholderData: (before?: Page<AnyRow>) => before ?? lastPageOf(definition),
  })
  useEffect(() => {
    if (found.data && !found.isPlaceholderData) keepShown(definition, query, found.data)
  }, [definition, query, found.data, found.isPlaceholderData])
  // Rows are drawn in between what is pressed and typed.
  const shown = useDeferredValue(found.data)
  const setup = useSetup(definition.name)
  const { role } = useSession()
  const { all, usual } = useMemo(() => {
    const isSame = (name: string) =>
      name in (wishes.view?.filter ?? {}) || (role.scope === 'store' && definition.ownership.store === name)
    const found = columnsOf(definition, wishes.columns)
    return { ...found, usual: found.usual.filter((name) => !isSame(name)) }
  }, [definition, wishes.columns, wishes.view, role.scope])
  const chosen = state.columns ?? setup.choices.columns ?? usual
  const columns = useMemo(
    () => [
      ...chosen.flatMap((name) => all.find((column) => column.name === name) ?? []),
      ...(state.isTrash ? [DELETED_AT] : []),
    ],
    [chosen, all, state.isTrash],
  )
  const isSaid = state.view !== undefined || state.columns !== undefined || state.isCompact !== undefined
  const setLook = useCallback(
    (part: Look) =>
      isSaid ? change({ page: state.page, open: state.open, ...part }, { replace: true }) : setup.choose(part),
    [isSaid, change, state, setup.choose],
  )
  const linkOf = useRowLink(wishes)
  const { refetch } = found
  return useSame({
    definition,
    state,
    change,
    fields,
    today,
    unknown,
    query,
    sheetQuery,
    linkOf,
    ...useSteadyRows(definition, shown, queryString(query)),
    error: shown ? null : found.error,
    isFetching: found.isFetching,
    isOld: found.isPlaceholderData || shown !== found.data,
    retry: useCallback(() => void refetch(), [refetch]),
    columns,
    isChosen: chosen !== usual,
    allColumns: all,
    usualColumns: usual,
    isCompact: state.isCompact ?? setup.choices.isCompact ?? isFinePointer(),
    setLook,
    setup,
    prefetchPage: useCallback(
      (page: number) => void client.prefetchQuery(pageOf(definition, { ...query, page })),
      [definition, query],
    ),
  })
}

/** What a list of these wishes asks the server now: for counts beside it that follow the same filters. */
export function useListQuery({ definition, view, extraFilters, fixedFilter }: ListWishes) {
  const fixed = useMemo(() => Object.keys({ ...view?.filter, ...fixedFilter }), [view, fixedFilter])
  const fields = useMemo(
    () => without(filterFields(definition, extraFilters), fixed),
    [definition, extraFilters, fixed],
  )
  const { state, change, today, unknown } = useNarrowed(fields, fixed)
  const query: Query = useMemo(
    () => listQuery(definition, state, fields, today, view, fixedFilter),
    [definition, state, fields, today, view, fixedFilter],
  )
  return { state, change, fields, today, unknown, query }
}

/** What the address narrows a screen by, and how to change it. */
export function useNarrowed(fields: Fields, fixed?: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const { time_zone } = useSession()
  const today = wallClock(new Date(), time_zone).day
  const state = useMemo(() => readState(params, fields, usualPerpage()), [params, fields])
  const change = useCallback(
    (part: Partial<ListState>, options?: { replace?: boolean }) =>
      setParams(
        (now) =>
          writeState({ ...readState(now, fields, usualPerpage()), page: 1, open: undefined, ...part }, usualPerpage()),
        options,
      ),
    [setParams, fields],
  )
  const unknown = useMemo(() => unknownIn(params, fields, fixed), [params, fields, fixed])
  return { state, change, fields, today, unknown }
}

const useRowLink = ({ definition, rowLink }: ListWishes) =>
  useCallback(
    (row: AnyRow): string | null => {
      if (rowLink) return rowLink(row)
      return row.deleted_at ? null : `/${definition.name}/view/${row.id}`
    },
    [definition, rowLink],
  )

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
