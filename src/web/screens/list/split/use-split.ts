import { useCallback, useEffect, useMemo, useRef } from 'react'
import { go } from '../../../app/location.ts'
import { screenQuery } from '../../../screen-query.ts'
import type { AnyRow } from '../../module.ts'
import { writeState } from '../list-state.ts'
import { usualPerpage } from '../rows/fitting-rows.ts'
import type { List } from '../use-list.ts'

const useIsWide = screenQuery('(width >= 1100px)')

export interface Split {
  /** The list leaves room for the record. */
  isOffered: boolean
  isOn: boolean
  /** The row whose record stands beside the list; -1 where that is on another page. */
  active: number
  open: (id: number | undefined) => void
  /** @param id the record to begin with */
  turn: (id?: number) => void
  /** Turns to another page, of which the first or, going back, the last record is opened. */
  turnPage: (by: number) => void
  /** The list, its rows leading to their records beside it. */
  list: List
}

/**
 * The list left and one of its records right, where the screen is wide and the person likes it so; the address says which record.
 * @param isOfOwnRecords its rows lead to the records of its register
 */
export function useSplit(list: List, isOfOwnRecords: boolean): Split {
  const { definition, state, change, setup, page } = list
  const isWide = useIsWide()
  const hasSplit = isOfOwnRecords && definition.hasSplit !== false && !definition.sheets.isOnly && !state.isTrash
  const isOffered = hasSplit && isWide
  const isOn = isOffered && (setup.choices.isSplit === true || state.open !== undefined)
  const isFromEnd = useRef(false)
  const rows = page?.data ?? []
  const open = (id: number | undefined) => change({ page: state.page, open: id }, { replace: true })
  useEffect(() => {
    // Who has no room for both reads the record alone.
    if (hasSplit && !isWide && state.open !== undefined) go(`/${definition.name}/view/${state.open}`, { replace: true })
    if (!isOn || state.open !== undefined || list.isOld) return
    const id = (isFromEnd.current ? rows.at(-1) : rows[0])?.id
    isFromEnd.current = false
    if (id !== undefined) open(id)
  })
  // The same for whichever record is open: only then its rows stay as they are drawn.
  const asked = writeState({ ...state, open: undefined }, usualPerpage()).toString()
  const alone = list.linkOf
  const beside = useCallback(
    (row: AnyRow) => {
      const address = new URLSearchParams(asked)
      address.set('open', String(row.id))
      return alone(row) && `${window.location.pathname}?${address}`
    },
    [alone, asked],
  )
  return {
    isOffered,
    isOn,
    active: rows.findIndex(({ id }) => id === state.open),
    open,
    turn: (id) => {
      setup.choose({ isSplit: !isOn })
      open(isOn ? undefined : id)
    },
    turnPage: (by) => {
      isFromEnd.current = by < 0
      change({ page: state.page + by })
    },
    list: useMemo(() => (isOn ? { ...list, linkOf: beside } : list), [isOn, list, beside]),
  }
}
