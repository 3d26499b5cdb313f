import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { complaints } from '../src/modules/complaints/complaints.ts'
import { DELIVERED_ROLES } from '../src/modules/user-roles/delivered.ts'
import { hashPassword } from '../src/server/auth/password.ts'
import { recount, verifyFigures } from '../src/server/counters/counters.ts'
import { openDb } from '../src/server/db/db.ts'
import { searchExpression } from '../src/server/db/schema.ts'
import { loadModules } from '../src/server/module-registry.ts'
import { FAMILIES, GIVEN, GOODS, MIDDLES, OPENINGS, SCENES, TROUBLES, WISHES } from './words.ts'

export const STORES = 100
export const TYPES = 12
export const DEPARTMENTS = 40
export const USERS = 2000
export const TAGS = 60
export const PASSWORD = 'Bench-chain-2026'
export const emailOf = (user: number): string => `person${user}@bench.example`

const BATCH = 50_000
const WRITERS = 2
const KEYED = ['complaints', 'complaints_words']

/**
 * Fills an empty, migrated database as a chain of two years would have: the rows without indexes and triggers, by two connections,
 * then the indexes, and the counts from the rows.
 */
export async function fill(url: string, rows: number): Promise<void> {
  const began = performance.now()
  const say = (text: string) => console.error(`${Math.round((performance.now() - began) / 1000)} s: ${text}`)
  await withClient(url, registers)
  const indexes = await withClient(url, strip)
  const since = new Date(Date.now() - 730 * 86_400_000).toISOString()
  const batches = Array.from({ length: Math.ceil(rows / BATCH) }, (_, at) => ({
    from: at * BATCH + 1,
    to: Math.min(rows, (at + 1) * BATCH),
  }))
  await inTwo(url, batches, async (client, batch) => {
    await client.query(COMPLAINTS, [batch.from, batch.to, rows, since, ...LISTS])
    if (batch.to % (rows / 10) === 0) say(`${batch.to} complaints`)
  })
  await inTwo(url, indexes, async (client, index) => {
    await client.query(index)
    say(/index (\S+)|constraint (\S+)/i.exec(index)?.[0] ?? index)
  })
  await withClient(url, (client) => client.query('alter table complaints enable trigger user'))
  await recountAll(url)
  say('counts')
  await withClient(url, async (client) => {
    await client.query(COUNTERS)
    await client.query(`select setval(pg_get_serial_sequence('complaints', 'id'), ${rows})`)
    await client.query('vacuum (freeze, analyze)')
    await client.query('checkpoint')
  })
  spawnSync('sync')
  say('filled')
}

/** Takes indexes and triggers off; answers the SQL that puts the indexes back, the longest work first. */
async function strip(client: pg.Client): Promise<string[]> {
  await client.query('alter table complaints disable trigger user')
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and tablename in ('complaints', 'complaints_words')`,
  )
  const others = rows.filter(({ name }) => !name.endsWith('_pkey'))
  for (const table of KEYED) await client.query(`alter table ${table} drop constraint ${table}_pkey`)
  for (const { name } of others) await client.query(`drop index ${name}`)
  const isLong = (definition: string) => definition.includes('USING gin (search_text')
  return [
    ...others.map(({ definition }) => definition).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a))),
    ...KEYED.map((table) => `alter table ${table} add constraint ${table}_pkey primary key (id)`),
  ]
}

/** Works a list off by two connections. */
async function inTwo<T>(url: string, list: T[], work: (client: pg.Client, one: T) => Promise<void>): Promise<void> {
  const waiting = [...list]
  const worker = () =>
    withClient(url, async (client) => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(client, one)
    })
  await Promise.all(Array.from({ length: WRITERS }, worker))
}

/** Every figure kept ahead must be a count of the rows. */
export async function refuseWrongFigures(url: string): Promise<void> {
  const { servers } = await loadModules()
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench verify' })
  const checks = servers.flatMap(({ server }) => server.verify ?? [])
  const isRight = await verifyFigures(db, { checks, isRepairing: false, print: console.error })
  await close()
  if (!isRight) throw new Error('The figures are not exact')
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

async function recountAll(url: string): Promise<void> {
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench fill' })
  await recount(db, complaints)
  await close()
}

async function registers(client: pg.Client): Promise<void> {
  for (const { name, name_vi, name_ko, description, scope, permissions } of DELIVERED_ROLES)
    await client.query(
      'insert into user_roles (name, name_vi, name_ko, description, scope, permissions) values ($1, $2, $3, $4, $5, $6)',
      [name, name_vi, name_ko, description, scope, permissions],
    )
  await client.query(
    `insert into departments (name) select 'Phòng ban ' || i from generate_series(1, ${DEPARTMENTS}) i`,
  )
  await client.query(
    `insert into stores (code, name, manager) select 'S' || lpad(i::text, 3, '0'), 'Siêu thị số ' || i, i + 1 from generate_series(1, ${STORES}) i`,
  )
  await client.query(
    `insert into ticket_types (name, position) select 'Loại góp ý ' || i, i from generate_series(1, ${TYPES}) i`,
  )
  await client.query(`insert into tags (name) select 'nhãn ' || i from generate_series(1, ${TAGS}) i`)
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

/** Shares fall from the first value to the last, as a few stores and types have most of the complaints. */
const skewed = (most: number, power: number): string => `1 + floor(${most} * power(random(), ${power}))::int`

/**
 * Evenly over two years. Most are closed; of the last two days most are open, and a few older ones still are. One in nine missed
 * its deadline, one in three was rated.
 */
const COMPLAINTS = `
  with made as (
    select i, $4::timestamptz + i * (interval '730 days' / $3::int) as at, random() as fate, random() as who, i > $3::int * (1 - 2 / 730.0) as is_recent,
      ${one(goods ?? '')} as goods, ${one(trouble ?? '')} as trouble, 3 + floor(power(random(), 3) * 1500)::int as wait, power(random(), 2) * interval '34 hours' as work
    from generate_series($1::int, $2::int) i
  ), fated as (
    select *, ($4::timestamptz + ceil(extract(epoch from greatest(date_trunc('month', at at time zone chain_zone()) at time zone chain_zone(), $4::timestamptz + interval '730 days' / $3::int) - ($4::timestamptz))
        / extract(epoch from interval '730 days' / $3::int)) * (interval '730 days' / $3::int)) as month_began, at + interval '30 hours' as due,
      case when is_recent then case when fate < 0.2 then 'new' when fate < 0.4 then 'processing' else 'completed' end
        when fate < 0.0003 then 'processing' when fate < 0.0005 then 'reopened' when fate < 0.03 then 'completed' when fate < 0.045 then 'deleted' else 'closed' end as state
    from made
  ), done as (select *, state in ('closed', 'completed') as is_done, at + least(wait * interval '1 minute' + work, now() - at) as completed from fated),
  put as (insert into complaints (id, created_at, updated_at, created_by, updated_by, deleted_at, state_before, issue_number, title, state, priority, due_at, store, feedback_type, feedback_method,
    customer_name, phone, source, department, assignee, content, solution, comment, handle_date, wait_minutes, completed_at, closed_at, breached_at, tags, rating)
  select i, at, at + interval '1 day', 1 + (who * ${USERS - 1})::int, 1, case when state = 'deleted' then at + interval '1 hour' end, case when state = 'closed' then 'completed' end,
    to_char(at at time zone chain_zone(), 'YYMM') || '-' || lpad((1 + round(extract(epoch from at - month_began) / extract(epoch from interval '730 days' / $3::int)))::int::text, 6, '0'),
    upper(left(goods, 1)) || substr(goods, 2) || ' ' || trouble, state, case when who < 0.1 then 'high' when who < 0.85 then 'normal' else 'low' end, due,
    ${skewed(STORES, 1.3)}, ${skewed(TYPES, 1.5)}, (array['ideas_box', 'hotline', 'facebook', 'email'])[1 + floor(random() * random() * 4)::int],
    ${nameSql(families ?? '', middles ?? '', given ?? '')}, '09' || lpad(floor(random() * 100000000)::int::text, 8, '0'), case when who < 0.7 then 'public' else 'staff' end,
    case when state <> 'new' then ${skewed(DEPARTMENTS, 1.5)} end, case when state <> 'new' then 1 + floor(random() * ${USERS})::int end,
    '<p>' || ${one(opening ?? '')} || ' Sản phẩm ' || goods || ' ' || trouble || '. ' || ${one(scene ?? '')} || ' ' || ${one(scene ?? '')} || '</p><p>Hóa đơn số ' || (10000000 + floor(random() * 89999999))::int || '. ' || ${one(wish ?? '')} || '</p>',
    case when is_done then (array['apology', 'exchange_refund', 'compensation'])[${skewed(3, 1.5)}] end, case when is_done then 'Đã liên hệ xin lỗi và xử lý cho khách.' end,
    case when state <> 'new' then at + wait * interval '1 minute' end, case when state <> 'new' then wait end,
    case when is_done then completed end, case when state = 'closed' then completed + interval '3 days' end,
    case when is_done and due < completed or not is_done and state <> 'deleted' and due < now() then due end,
    case when who < 0.4 then '{}' when who < 0.8 then array[${skewed(TAGS, 2)}] when who < 0.95 then array[${skewed(TAGS / 2, 2)}, ${TAGS / 2} + ${skewed(TAGS / 2, 2)}]
      else array[${skewed(TAGS / 3, 2)}, ${TAGS / 3} + ${skewed(TAGS / 3, 2)}, ${(TAGS / 3) * 2} + ${skewed(TAGS / 3, 2)}] end::bigint[],
    case when state = 'closed' and fate > 0.68 then 5 - floor(power(random(), 2) * 5)::int end
  from done order by i returning *)
  insert into complaints_words (id, search_text) select id, ${searchExpression(complaints)} from put order by id`

const COUNTERS = `insert into issue_counters (month, n) select left(issue_number, 4), max(substr(issue_number, 6)::int) from complaints group by 1`
