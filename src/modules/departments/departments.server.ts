import { sql } from 'kysely'
import { row } from '#server/db/db.ts'
import { serve } from '#server/resource/routes.ts'
import { refuse } from '../../shared/refusals.ts'
import { departments } from './departments.ts'

export default serve(departments, {
  // A circle is found where one is moved by hand.
  imports: { fixed: ['parent'] },
  before: {
    async update(columns, old, { tx }) {
      const parent = columns.parent
      if (parent === undefined || parent === null) return columns
      // Moves take turns: two at once could each be right and close a circle together.
      await sql`select pg_advisory_xact_lock(hashtext('departments'))`.execute(tx)
      const circle = await row(
        tx,
        sql`with recursive above as (
              select id, parent from departments where id = ${parent}
              union select d.id, d.parent from departments d join above a on d.id = a.parent
            ) select 1 as n from above where id = ${old.id}`,
      )
      return circle ? refuse('cycle') : columns
    },
  },
})
