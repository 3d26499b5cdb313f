import { sql } from 'kysely'
import type { Imports } from '#server/resource/import-options.ts'
import { serve } from '#server/resource/routes.ts'
import { revenueForecast } from './revenue-forecast.ts'
import { summaryRoute } from './summary.server.ts'

/** A workbook says all of a month of a store; the name is for the history and the audit. */
const imports: Imports = {
  replaces: ['year', 'month', 'store'],
  completed: ['name'],
  complete: () => sql`, completed as (
      select c.line, c.id, c.p, lpad((c.p).month::text, 2, '0') || '/' || (c.p).year || ' · ' || s.code || ' · ' || g.name as name
      from c join stores s on s.id = (c.p).store join supplier_groups g on g.id = (c.p).department_group
    )`,
}

export default serve(revenueForecast, { imports, routes: [summaryRoute] })
