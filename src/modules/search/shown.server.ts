import { sql } from 'kysely'
import type { RowOf } from '#server/db/shape.ts'
import { targetOf, titleSql } from '#server/resource/query/columns.ts'
import type { Language } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'

/** What is told of a record wherever one is found: in two lines, and where it leads. */
export const SHOWN = {
  id: 'number',
  title: 'string',
  hint: 'string?',
  status: 'string?',
  store: 'string?',
  customer: 'string?',
} as const
export type Shown = RowOf<typeof SHOWN>

/** The columns of `SHOWN` over a row `r`. */
export function shownSql(definition: Definition, language: Language) {
  const { number } = definition.fields
  const code = ['issue_number', 'code', 'user_code'].find((name) => name in definition.fields)
  const hint = code ? sql`r.${sql.ref(code)}` : number?.prefix ? sql.raw(number.sql ?? 'null') : sql`null`
  const { status, store, customer } = besideTitle(definition, language)
  return sql`r.id, ${titleSql(definition, 'r', language)} as title, ${hint} as hint, ${status} as status, ${store} as store, ${customer} as customer`
}

export const linkTo = ({ name }: Definition, id: number): string => `/${name}/view/${id}`

const NOTHING = sql`null::text`

/** How a record stands, where, and whose it is. */
function besideTitle({ fields, ownership, customer, title }: Definition, language: Language) {
  const state = ['status', 'state'].find((name) => fields[name]?.of)
  const place = ownership.store && fields[ownership.store]?.kind === 'ref' ? ownership.store : undefined
  const stores = targetOf('stores')
  const name = customer?.name
  return {
    status: state
      ? fields[state]?.sql
        ? sql.raw(`(${fields[state].sql})::text`)
        : sql`r.${sql.ref(state)}::text`
      : NOTHING,
    store: place
      ? sql`(select ${stores.called('x', language)} from ${sql.table(stores.table)} x where x.id = r.${sql.ref(place)})`
      : NOTHING,
    customer: name && name !== title && name in fields ? sql`r.${sql.ref(name)}::text` : NOTHING,
  }
}
