import { sql } from 'kysely'
import { confirmed, refuseUnconfirmedRows } from '#server/confirmed-codes.ts'
import { row, rows } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { ADDRESS, namedAnswer, orNull } from '#server/http/answers.ts'
import { type Call, get } from '#server/http/route.ts'
import { maskedSql } from '#server/private/fields.ts'
import { refusedBy } from '#server/resource/judging.ts'
import { conditionsOf } from '#server/resource/query/conditions.ts'
import { inAlphabet } from '#server/resource/query/order.ts'
import { readListQuery } from '#server/resource/query/parse-query.ts'
import { serve } from '#server/resource/routes.ts'
import { searched } from '#server/search/search.ts'
import type { Address } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { isTaxCode, plainDigits } from '../../shared/vietnam/vietnam.ts'
import { masterCompany } from './master-company.ts'

const OFFERED = 10
const { email, phone } = masterCompany.fields
/** As lists show it: how to reach a company in full is for the request that needs it (`company_email` of vat-info). */
const shown = sql`r.id, r.tax_code, r.name, r.address, ${maskedSql(email, sql`r.email`)} as email, ${maskedSql(phone, sql`r.phone`)} as phone`

const COMPANY_ROW = {
  id: 'number',
  tax_code: 'string',
  name: 'string',
  address: jsonOf<Address | null>(),
  email: 'string?',
  phone: 'string?',
} as const
type CompanyRow = RowOf<typeof COMPANY_ROW>
const COMPANY = namedAnswer('Company', { ...COMPANY_ROW, address: orNull(ADDRESS) })

/** Who writes VAT requests looks companies up without holding their register. */
const READERS = ['master-company', 'vat-info']

/** Companies by part of their name or code, without diacritics: codes that begin so first, then names. */
async function suggest(call: Call): Promise<CompanyRow[]> {
  const { db, actor, context, query } = call
  const wanted = readListQuery(masterCompany, { search: query.search })
  const { search } = wanted
  if (!search) return []
  const code = plainDigits(search)
  if (/^\d{2,}$/.test(code))
    return rows(
      db,
      COMPANY_ROW,
      sql`select ${shown} from master_company r where r.deleted_at is null and r.tax_code like ${`${code}%`}
          order by r.tax_code collate "C" limit ${OFFERED}`,
    )
  const { source } = await searched(
    db,
    masterCompany,
    conditionsOf({ definition: masterCompany, query: wanted, actor, timeZone: context.config.timezone }),
  )
  return rows(
    db,
    COMPANY_ROW,
    sql`select ${shown} from (${source} limit 200) r order by fold(r.name) like fold(${search}) || '%' desc, ${inAlphabet(sql`r.name`)} limit ${OFFERED}`,
  )
}

/** The company of exactly this code. */
async function find(call: Call): Promise<CompanyRow> {
  const code = plainDigits(String(call.query.tax_code ?? ''))
  const found = await row(
    call.db,
    COMPANY_ROW,
    sql`select ${shown} from master_company r where r.tax_code = ${code} and r.deleted_at is null`,
  )
  return found ?? refuse('not found')
}

/** The name behind the code of a business, as the public form offers it: nothing else, and of no person. */
async function nameOf({ db, query }: Call): Promise<{ name: string | null }> {
  const code = plainDigits(String(query.tax_code ?? ''))
  if (code.length === 12 || !isTaxCode(code)) return { name: null }
  const found = await row(
    db,
    { name: 'string' },
    sql`select name from master_company where tax_code = ${code} and deleted_at is null`,
  )
  return { name: found?.name ?? null }
}

export default serve(masterCompany, {
  before: {
    create: (columns, { actor }) => confirmed(masterCompany, columns, actor),
    update: (columns, old, { actor }) => confirmed(masterCompany, columns, actor, old),
  },
  judge: (columns, { actor, old }) => refusedBy(() => confirmed(masterCompany, columns, actor, old)),
  imports: { check: (tx, id, actor) => refuseUnconfirmedRows(tx, masterCompany, id, actor) },
  routes: [
    get(
      'suggest-company',
      {
        needs: 'session',
        readsAny: READERS,
        answers: [COMPANY],
        summary: 'Companies by part of a name or code',
        query: { search: 'a name or a tax code' },
      },
      suggest,
    ),
    get(
      'find-company',
      {
        needs: 'session',
        readsAny: READERS,
        answers: COMPANY,
        summary: 'The company of a tax code',
        query: { tax_code: 'the whole code' },
      },
      find,
    ),
  ],
  rootRoutes: [
    get(
      'public/company',
      {
        needs: 'nothing',
        limit: 'company lookup',
        answers: { name: 'string?' },
        summary: 'The name of the business with a tax code',
        query: { tax_code: 'the whole code' },
      },
      nameOf,
    ),
  ],
})
