/** Sums of rows, each in whole đồng. */
export interface Sums {
  target: number
  forecast: number
  actual: number
  /** The part of the target and of the forecast that falls on the days gone by. */
  target_due: number
  forecast_due: number
  baseline: number
  /** The target of the rows that have a baseline: where it is less than `target`, the baseline is of that part alone. */
  baseline_target: number
}

export interface MonthSums extends Sums {
  month: number
  /** Whether something of it was sold, forecast, or is known from last year. */
  has_actual: boolean
  has_baseline: boolean
}

export interface GroupSums extends Sums {
  group: { id: number; name: string }
}
export interface StoreSums extends Sums {
  store: { id: number; name: string }
  groups: GroupSums[]
}

/** How far off the forecasts of a store were in the months gone by, on the same rows, in per cent; null where none can be compared. */
export interface StoreWape {
  store: { id: number; name: string }
  months: number
  forecast: number | null
  baseline: number | null
}

export interface Summary {
  year: number
  /** The years there are rows of. */
  years: number[]
  today: string
  tet: string
  tet_before: string
  months: MonthSums[]
  stores: StoreSums[]
  total: Sums
  wape: StoreWape[]
  wape_total: Omit<StoreWape, 'store'>
}
