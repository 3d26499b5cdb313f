import { useMemo } from 'react'
import { isDay } from '../../../shared/time/days.ts'
import { useSearchParams } from '../../../web/app/location.ts'
import { type ListState, readState, writeState } from '../../../web/screens/list/list-state.ts'
import { useListQuery } from '../../../web/screens/list/use-list.ts'
import { WITH } from '../list/whose.ts'
import { tasks } from '../task-management.ts'
import { isLayout, type Layout } from './days.ts'

/** With whom a task stands narrows a calendar as it does the list. */
const FILTERS = { whose: WITH }

interface Sight {
  layout?: Layout
  on?: string
}

/** Which days are in sight and what they are narrowed by, as the address says it, and how to change it. */
export function useSight(isPhone: boolean, usual: Layout = 'week') {
  const [params, setParams] = useSearchParams()
  const { state, fields, today, unknown, query } = useListQuery({ definition: tasks, extraFilters: FILTERS })
  const asked = params.get('by')
  const day = params.get('on') ?? ''
  const on = isDay(day) ? day : today
  const layout: Layout = isPhone ? 'week' : isLayout(asked) ? asked : usual
  const filters = useMemo(() => {
    const { page: _page, perpage: _perpage, sort: _sort, trashed: _trashed, ...rest } = query
    return rest
  }, [query])
  const put = (part: Partial<ListState>, sight: Sight = {}) =>
    setParams(
      (now) => {
        const next = writeState({ ...readState(now, fields), ...part })
        const [by, at] = [sight.layout ?? now.get('by'), sight.on ?? now.get('on')]
        if (by && by !== usual) next.set('by', by)
        if (at && at !== today) next.set('on', at)
        return next
      },
      // A task that keys move into another week is drawn there with its focus.
      { replace: true, isAtOnce: true },
    )
  return {
    layout,
    on,
    filters,
    see: (sight: Sight) => put({}, sight),
    list: { state, fields, today, unknown, change: (part: Partial<ListState>) => put(part) },
  }
}
