import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { complaints } from '../src/modules/complaints/complaints.ts'
import { DELIVERED_ROLES } from '../src/modules/user-roles/delivered.ts'
import { hashPassword } from '../src/server/auth/password.ts'
import { openDb } from '../src/server/db/db.ts'
import { fold } from '../src/server/resource/tally-fold.ts'
import { FAMILIES, GIVEN, GOODS, MIDDLES, OPENINGS, SCENES, TROUBLES, WISHES } from './words.ts'

export const STORES = 100
export const TYPES = 12
export const DEPARTMENTS = 40
export const USERS = 2000
export const PASSWORD = 'Bench-chain-2026'
export const emailOf = (user: number): string => `person${user}@bench.example`

const BATCH = 20_000
const WRITERS = 2

/** Fills an empty, migrated database as a chain of two years would have. */
export async function fill(url: string, rows: number): Promise<void> {
  const began = performance.now()
  const say = (text: string) => console.error(`${Math.round((performance.now() - began) / 1000)} s: ${text}`)
  await withClient(url, registers)
  const since = new Date(Date.now() - 730 * 86_400_000).toISOString()
  const batches = Array.from({ length: Math.ceil(rows / BATCH) }, (_, at) => ({
    from: at * BATCH + 1,
    to: Math.min(rows, (at + 1) * BATCH),
  }))
  const writers = Array.from({ length: WRITERS }, () =>
    withClient(url, async (client) => {
      await client.query(`set gin_pending_list_limit = '1GB'`)
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        await client.query(COMPLAINTS, [batch.from, batch.to, rows, since, ...LISTS])
        if (batch.to % 100_000 === 0) say(`${batch.to} complaints`)
      }
    }),
  )
  await Promise.all(writers)
  await foldAll(url)
  say('tallies')
  await withClient(url, async (client) => {
    await client.query(COUNTERS)
    await client.query(`select setval(pg_get_serial_sequence('complaints', 'id'), ${rows})`)
    await client.query('vacuum (freeze, analyze)')
    await client.query('checkpoint')
  })
  await refuseWrongTally(url)
  spawnSync('sync')
  say('filled')
}

/** The totals that lists read must be the rows' own. */
export async function refuseWrongTally(url: string): Promise<void> {
  const wrong = await withClient(url, (client) =>
    client.query(`
    with told as (
      select state, sum(n) as n from (
        select state, n from complaints_tally where dim = 'all' and grain = 'ever' union all select state, n from complaints_delta) t group by 1),
    counted as (select state, count(*) as n from complaints group by 1)
    select * from told full join counted using (state) where coalesce(told.n, 0) <> coalesce(counted.n, 0)`),
  )
  if (wrong.rows.length > 0) throw new Error(`The tally is not exact: ${JSON.stringify(wrong.rows)}`)
}

async function withClient<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function foldAll(url: string): Promise<void> {
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench fill' })
  await fold(db, complaints)
  await close()
}

async function registers(client: pg.Client): Promise<void> {
  for (const { name, description, scope, permissions } of DELIVERED_ROLES)
    await client.query('insert into user_roles (name, description, scope, permissions) values ($1, $2, $3, $4)', [
      name,
      description,
      scope,
      permissions,
    ])
  await client.query(
    `insert into departments (name) select 'Phòng ban ' || i from generate_series(1, ${DEPARTMENTS}) i`,
  )
  await client.query(
    `insert into stores (code, name, manager) select 'S' || lpad(i::text, 3, '0'), 'Siêu thị số ' || i, i + 1 from generate_series(1, ${STORES}) i`,
  )
  await client.query(
    `insert into ticket_types (name, position) select 'Loại góp ý ' || i, i from generate_series(1, ${TYPES}) i`,
  )
  // The first fifty see the whole chain as administrators, as the measuring needs many sessions of one kind.
  await client.query(
    `insert into users (user_code, user_name, email, role, department, store, password_hash, password_set_at)
     select 'U' || lpad(i::text, 5, '0'), ${nameSql('$2', '$3', '$4')}, 'person' || i || '@bench.example', case when i <= 50 then 1 else 2 + i % 8 end, 1 + i % ${DEPARTMENTS},
       1 + i % ${STORES}, case when i <= 50 then $1::text end, now() from generate_series(1, ${USERS}) i`,
    [await hashPassword(PASSWORD), FAMILIES, MIDDLES, GIVEN],
  )
}

const one = (list: string): string => `(${list}::text[])[1 + floor(random() * cardinality(${list}::text[]))::int]`
const nameSql = (families: string, middles: string, given: string): string =>
  `${one(families)} || ' ' || ${one(middles)} || ' ' || ${one(given)}`

const LISTS = [OPENINGS, GOODS, TROUBLES, SCENES, WISHES, FAMILIES, MIDDLES, GIVEN]
const [opening, goods, trouble, scene, wish, families, middles, given] = LISTS.map((_, at) => `$${at + 5}`)

/** Evenly over two years; the last days and one in two hundred before them are still open. */
const COMPLAINTS = `
  with made as (
    select i, $4::timestamptz + i * (interval '730 days' / $3::int) as at, random() as fate, random() as who, i > $3::int * 0.995 as is_recent,
      ${one(goods ?? '')} as goods, ${one(trouble ?? '')} as trouble
    from generate_series($1::int, $2::int) i
  ), fated as (
    select *, ($4::timestamptz + ceil(extract(epoch from greatest(date_trunc('month', at at time zone chain_zone()) at time zone chain_zone(), $4::timestamptz) - ($4::timestamptz))
        / extract(epoch from interval '730 days' / $3::int)) * (interval '730 days' / $3::int)) as month_began,
      case when is_recent then case when fate < 0.5 then 'new' when fate < 0.9 then 'processing' else 'completed' end
        when fate < 0.003 then 'processing' when fate < 0.005 then 'reopened' when fate < 0.03 then 'completed' when fate < 0.045 then 'deleted' else 'closed' end as state
    from made
  )
  insert into complaints (id, created_at, updated_at, created_by, updated_by, deleted_at, state_before, issue_number, title, state, priority, due_at, store, feedback_type, feedback_method,
    customer_name, phone, source, department, assignee, content, solution, comment, handle_date, wait_minutes, completed_at, closed_at, breached_at)
  select i, at, at + interval '1 day', 1 + (who * ${USERS - 1})::int, 1, case when state = 'deleted' then at + interval '1 hour' end, case when state = 'closed' then 'completed' end,
    to_char(at at time zone chain_zone(), 'YYMM') || '-' || lpad((1 + round(extract(epoch from at - month_began) / extract(epoch from interval '730 days' / $3::int)))::int::text, 6, '0'),
    upper(left(goods, 1)) || substr(goods, 2) || ' ' || trouble, state, case when who < 0.1 then 'high' when who < 0.85 then 'normal' else 'low' end, at + interval '30 hours',
    1 + floor(random() * ${STORES})::int, 1 + floor(random() * ${TYPES})::int, (array['ideas_box', 'hotline', 'facebook', 'email'])[1 + floor(random() * random() * 4)::int],
    ${nameSql(families ?? '', middles ?? '', given ?? '')}, '09' || lpad(floor(random() * 100000000)::int::text, 8, '0'), case when who < 0.7 then 'public' else 'staff' end,
    case when state <> 'new' then 1 + floor(random() * ${DEPARTMENTS})::int end, case when state <> 'new' then 1 + floor(random() * ${USERS})::int end,
    '<p>' || ${one(opening ?? '')} || ' Sản phẩm ' || goods || ' ' || trouble || '. ' || ${one(scene ?? '')} || ' ' || ${one(scene ?? '')} || '</p><p>Hóa đơn số ' || (10000000 + floor(random() * 89999999))::int || '. ' || ${one(wish ?? '')} || '</p>',
    case when state in ('closed', 'completed') then (array['apology', 'exchange_refund', 'compensation'])[1 + floor(random() * 3)::int] end,
    case when state in ('closed', 'completed') then 'Đã liên hệ xin lỗi và xử lý cho khách.' end,
    case when state <> 'new' then at + interval '2 hours' end, case when state <> 'new' then 120 end,
    case when state in ('closed', 'completed') then at + random() * interval '2 days' end, case when state = 'closed' then at + interval '3 days' end,
    case when state in ('new', 'processing', 'reopened') and at < now() - interval '30 hours' then at + interval '30 hours' end
  from fated order by i`

const COUNTERS = `insert into issue_counters (month, n) select left(issue_number, 4), max(substr(issue_number, 6)::int) from complaints group by 1`
