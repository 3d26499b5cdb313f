/** What the log says of a gift whose stock goes down to it; each is told once of the same stock. */
export const LOW = 'running low'
export const GONE = 'run out'
/** What such a line says, in words: how many, of how many. */
export const STOCK_LEFT = 'Stock left'

/** How a stock stands, in SQL over what there was and what is left of it: `low` from a tenth of it on, and at the last one. */
export const levelSql = (stock: string, left: string): string =>
  `case when ${stock} > 0 and ${left} <= 0 then '${GONE}' when ${left} <= greatest(1, ${stock} / 10) and ${left} < ${stock} then '${LOW}' end`

/** What is given of the gift `alias` in a store, or of all where none is named. */
export const givenSql = (alias: string, store = '0'): string =>
  `coalesce((select n from draw_given where gift = ${alias}.id and store = ${store} and day = '-infinity'), 0)`

/** The stores that have a stock of their own of the gift `alias`: `store`, `stock` and what is `left`. */
export const storesSql = (alias: string): string =>
  `(select l.store, l.stock, l.stock - ${givenSql(alias, 'l.store')} as left_over from jsonb_to_recordset(${alias}.by_store) l(store bigint, stock int))`
