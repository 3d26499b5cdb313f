import { vatGetInfo } from '../src/modules/vat-get-info/vat-get-info.ts'
import { fill, STORES, USERS } from './fill.ts'
import { countAll, fillTable } from './fill-registers.ts'
import { ask, type Filling, openGround, settled } from './fixture-db.ts'
import { signIn } from './http.ts'
import { type Opened, openedAt } from './opened.ts'
import { serveGround } from './server.ts'
import type { Line } from './table.ts'
import { FAMILIES } from './words.ts'

const COMPLAINTS = 1000
/** Lines of the audit for each line of a bill. */
const AUDITED = 1.5
const auditedOf = (rows: number): number => Math.round(rows * AUDITED)

const FILLING: Filling = {
  folder: 'back-office-bench-logs',
  fill: fillLogs,
  files: ['fill.ts', 'fill-registers.ts', 'logs.ts', 'words.ts'],
  tables: { complaints: () => COMPLAINTS, [vatGetInfo.table]: (rows) => rows },
}

const FIRST_BILL = 200_000_000_000
/** The number that three lines share. */
const billAt = (bill: number): string => String(FIRST_BILL + bill)

const list = (path: string): string => `/api/${path}${path.includes('?') ? '&' : '?'}page=1&perpage=20`

/** What stands there once a page opens, and its views. */
const LISTS: Opened = {
  'bills: list': list('vat-detail'),
  'bills: list of a store': list('vat-detail?store=7'),
  'bills: page 20,000': '/api/vat-detail?page=20000&perpage=20',
  'bills: found by their last digits': (at) => list(`vat-detail?bill_tail=${billAt(at).slice(-8)}`),
  'bills: found by number': (at) => list(`vat-detail?search=${billAt(at)}`),
  'audit: list': list('audit'),
  'audit: of a person': (at) => list(`audit?actor=${1 + at}`),
  'audit: of a register': list('audit?resource=stores'),
  'audit: of an act': list('audit?action=update'),
}
/** What counts, or reads, a good part of a log. */
const WHOLES: Opened = {
  'bills: by bill': list('vat-detail?by_bill=1'),
  'bills: by bill, of a store': list('vat-detail?by_bill=1&store=7'),
  'audit: words of nearly every line': list('audit?search=khieu+nai'),
  'audit: words of one line in 25': list('audit?search=nuoc+mam'),
  'audit: words of one line in 100': list('audit?search=banh+chung'),
  'audit: words of one line': (at) => list(`audit?search=so+${at * 7 + 1}x`),
  'audit: words of no line': list('audit?search=khong+co+dong+nao'),
  'audit: common words of a register': list('audit?search=khieu+nai&resource=stores'),
  'audit: common words of a person': (at) => list(`audit?search=khieu+nai&actor=${1 + at}`),
}
/** Two letters are in no index: of these the newest half a million lines are read. */
const SHORT: Opened = { 'audit: two letters of no line': list('audit?search=zq') }

const [OPENED_MS, WHOLE_MS, SHORT_MS] = [100, 1000, 2500]

/** Logs that only ever grow, each opened and searched alone: so many lines of bills, and half as many again of the audit. */
export async function measureLogs(rows: number, isFresh: boolean): Promise<Line[]> {
  const ground = await openGround(FILLING, rows, isFresh)
  try {
    const { url, stop } = await serveGround(ground)
    try {
      await settled(ground)
      const token = await signIn(url, 1)
      const lines: Line[] = []
      for (const [opened, most] of [
        [LISTS, OPENED_MS],
        [WHOLES, WHOLE_MS],
        [SHORT, SHORT_MS],
      ] as const)
        lines.push(...(await openedAt(url, token, opened, most)))
      return lines
    } finally {
      await stop()
    }
  } finally {
    await ground.embedded.stop()
  }
}

/** Bills of two years, each of three rates; and what people did meanwhile, most of it with complaints. */
async function fillLogs({ url }: { url: string }, rows: number): Promise<void> {
  await fill(url, COMPLAINTS)
  await fillTable(
    url,
    vatGetInfo.table,
    `with rates as (select array_agg(id order by id) as ids from vat_rates)
      insert into ${vatGetInfo.table} (bill_number, store, sold_on, rate, net, tax, gross)
      select (${FIRST_BILL} + i / 3)::text, 1 + i / 3 % ${STORES}, current_date - 730 + (i::bigint / 3 * 2190 / $3::int)::int, ids[1 + i % 3],
        1000 * (1 + i % 900), 100 * (1 + i % 900), 1100 * (1 + i % 900)
      from generate_series($1::int, $2::int) i, rates`,
    rows,
  )
  const audited = auditedOf(rows)
  await fillTable(
    url,
    'activity',
    `insert into activity (at, actor, action, module, record_id, record_title)
      select now() - interval '730 days' * (1 - i::float8 / $3::int), 1 + (hashint4(i) & 1048575) % ${USERS}, (array['create', 'update', 'comment', 'assign'])[1 + i % 4],
        case when i % 20 = 0 then 'stores' else 'complaints' end, 1 + i % ${COMPLAINTS},
        'Khiếu nại ' || ($4::text[])[1 + i % cardinality($4::text[])] || case when i % 25 = 3 then ' nước mắm' when i % 100 = 7 then ' bánh chưng' else '' end || ' số ' || i || 'x'
      from generate_series($1::int, $2::int) i`,
    audited,
    [FAMILIES],
  )
  await fillTable(
    url,
    'activity_words',
    'insert into activity_words (id, words) select id, fold(record_title) from activity where id between $1::int and $2::int and $3::int > 0',
    audited,
  )
  // Nothing of it is news to those who read the log.
  await ask(url, 'update feed_cursors set mark = feed_position(pg_snapshot_xmin(pg_current_snapshot()))')
  await countAll(url, vatGetInfo)
  await ask(url, 'vacuum (freeze, analyze)')
}
