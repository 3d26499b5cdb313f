import { sql } from 'kysely'
import { modules } from '../modules/index.ts'
import { hashPassword } from '../server/auth/password.ts'
import { type Db, inTransaction, row, rows, type Tx } from '../server/db/db.ts'
import type { FileStore } from '../server/files/store.ts'
import { sealedColumns } from '../server/private/fields.ts'
import type { Keys } from '../server/private/keys.ts'
import { DAY_MS } from '../shared/time/units.ts'
import { companyOf } from './chain.ts'
import { iso } from './clock.ts'
import { deliveries, keepDeliveries } from './deliveries.ts'
import { drawsOf, keepDraws } from './draws.ts'
import { keepForecast } from './forecast.ts'
import { type Written, writeHistory } from './history.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import { keepMembers } from './members.ts'
import { keepOrders } from './orders.ts'
import { makePeople, type Person } from './people.ts'
import { type Hung, hangPictures, portraits, supplierPortraits } from './pictures/attachments.ts'
import { drawPictures } from './pictures/pictures.ts'
import { keepPrices } from './prices.ts'
import { keepPromotions, promotionsOf } from './promotions.ts'
import { Chance } from './random.ts'
import { keepRefunds } from './refunds.ts'
import { departmentId, registers, storeId } from './registers.ts'
import { keepSupplierStaff, supplierStaff, WITH_PHOTO } from './supplier-staff.ts'
import { keepSurveys } from './surveys.ts'
import { keepTasks, makeTasks } from './tasks/tasks.ts'
import { keepVat } from './vat.ts'
import { keepVisits, visits } from './visits.ts'

export const DEMO_PASSWORD = 'Chain-demo-2026'
const SEED = 20_140_912
const COMPLAINTS = 5000
const YEARS = 2

/** Fills an empty database with the demo chain: the same one each time, ending at `now`. */
export async function loadDemo(db: Db, store: FileStore, { now, keys }: { now: Date; keys: Keys }): Promise<void> {
  const chance = new Chance(SEED)
  const people = makePeople(chance)
  const [password, drawn] = await Promise.all([hashPassword(DEMO_PASSWORD), drawPictures(SEED)])
  const since = now.getTime() - YEARS * 365 * DAY_MS
  const written = writeHistory({ count: COMPLAINTS, from: since, now: now.getTime(), people, chance })
  const pictures = await hangPictures(store, written.complaints, drawn, chance)
  const faces = await portraits(store, people, chance, since)
  const promoters = supplierStaff(new Chance(SEED + 25), now.getTime())
  const shown = promoters.slice(0, WITH_PHOTO)
  const supplierFaces = await supplierPortraits(store, shown, new Chance(SEED + 26), since)
  const offers = await promotionsOf(store, people, drawn, new Chance(SEED + 31), now.getTime())
  const company = await companyOf(store, SEED + 61, since)
  const draws = await drawsOf(store, people, new Chance(SEED + 51), now.getTime())
  const doing = { people, complaints: written.complaints, chance: new Chance(SEED + 41), now: now.getTime() }
  const given = await makeTasks(store, doing, drawn)
  await inTransaction(db, async (tx) => {
    if (!(await isFirst(tx))) return
    await keepRegisters(tx, people, chance, since, { password, faces, keys, now: now.getTime() })
    await insertAll(tx, 'chain_details', [company.row])
    await keepComplaints(tx, written, now)
    await keepVat(tx, people, new Chance(SEED + 23), now.getTime())
    await keepMembers(tx, people, new Chance(SEED + 21), { now: now.getTime(), keys })
    await keepRefunds(tx, people, new Chance(SEED + 24), { now: now.getTime(), keys })
    const visiting = { chance: new Chance(SEED + 27), now: now.getTime(), keys, faces: supplierFaces }
    await keepSupplierStaff(tx, promoters, visiting)
    await keepVisits(tx, visits(promoters, new Chance(SEED + 28), now.getTime()), now.getTime())
    await keepPromotions(tx, offers)
    await keepDeliveries(tx, deliveries(written.complaints, new Chance(SEED + 1), now.getTime()))
    await keepPrices(tx, people, new Chance(SEED + 31), now.getTime())
    await keepForecast(tx, new Chance(SEED + 32), now.getTime())
    await keepOrders(tx, people, new Chance(SEED + 41), now.getTime())
    await keepDraws(tx, draws, keys)
    await keepSurveys(tx, people, new Chance(SEED + 51), now.getTime())
    await insertAll(
      tx,
      'stored_files',
      [
        ...pictures,
        ...faces,
        ...supplierFaces,
        ...company.pictures,
        ...offers.pictures,
        ...draws.pictures,
        ...given.pictures,
      ].map((one) => one.row),
    )
    await keepActivity(tx, written, people, since)
    await keepTasks(tx, given)
    await sql`analyze`.execute(tx)
  })
}

/** Servers that start together: one loads, the others find it loaded. */
async function isFirst(tx: Tx): Promise<boolean> {
  await sql`set local lock_timeout = '10min'`.execute(tx)
  await sql`set local statement_timeout = '10min'`.execute(tx)
  // Between two statements much is made up; a busy machine takes longer for it than a transaction may else stand idle.
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('demo chain'))`.execute(tx)
  const found = await sql`select 1 as n from users limit 1`.execute(tx)
  return found.rows.length === 0
}

/** The roles that every chain is delivered with. */
async function rolesOf(tx: Tx): Promise<Map<string, number>> {
  const found = await rows(
    tx,
    { id: 'number', name: 'string' },
    sql`select id, name from user_roles where deleted_at is null`,
  )
  if (found.length === 0) throw new Error('The demo chain needs the delivered roles')
  return new Map(found.map(({ id, name }) => [name, id]))
}

interface Account {
  password: string
  faces: readonly Hung[]
  keys: Keys
  now: number
}

async function keepRegisters(tx: Tx, people: readonly Person[], chance: Chance, since: number, account: Account) {
  for (const [table, rows] of Object.entries(registers(people, chance, iso(since)))) {
    const definition = modules.find((module) => module.table === table)
    const sealed = definition ? rows.map((row) => sealedColumns(account.keys, definition, row)) : rows
    await insertAll(tx, table, sealed)
    await numberOn(tx, table)
  }
  const roles = await rolesOf(tx)
  await insertAll(
    tx,
    'users',
    people.map((one) => userRow(one, chance, since, account, roles)),
  )
  await numberOn(tx, 'users')
}

function userRow(
  person: Person,
  chance: Chance,
  since: number,
  { password, faces, now }: Account,
  roles: Map<string, number>,
): Record_ {
  const { id, login, name, isWoman, role, department, store, position } = person
  const started = new Date(since - chance.whole(30, 3000) * DAY_MS)
  return {
    ...{ id, created_at: iso(since), updated_at: iso(since), created_by: 1, updated_by: 1 },
    ...{
      user_code: `AN${String(id).padStart(4, '0')}`,
      user_name: name,
      email: `${login}@demo.example`,
      gender: isWoman ? '1' : '0',
    },
    ...{
      role: roles.get(role),
      department: departmentId(department),
      store: storeId(store),
      position: String(position),
    },
    ...{
      employee_code: `2014${String(id).padStart(12, '0')}`,
      work_date: started.toISOString().slice(0, 10),
      status: id === 59 ? 'unactivated' : 'active',
      blocked: id === 60,
    },
    avatar: faces.filter((face) => face.row.record_id === id).map((face) => face.row.id),
    ...{
      last_seen_at: id % 7 === 0 ? null : iso(now - chance.whole(1, 4000) * 60_000),
      locale: 'vi',
      signature_email: null,
    },
    ...{ password_hash: password, password_set_at: iso(since) },
  }
}

/** Deadlines come from the same function that a real complaint gets them from. */
async function keepComplaints(tx: Tx, { complaints, comments }: Written, now: Date) {
  const counted = ['due_at', 'breached_at', 'handle_due_at', 'handle_breached_at', 'law_due_at', 'law_breached_at']
  const columns = Object.keys(complaints[0] ?? {}).filter((name) => !counted.includes(name))
  const names = sql.join(columns.map((name) => sql.ref(name)))
  for (let at = 0; at < complaints.length; at += 1000) {
    await sql`insert into complaints (${names}, due_at, breached_at, handle_due_at, handle_breached_at, law_due_at, law_breached_at)
      select ${names}, d.due, case when coalesce(r.completed_at, ${now.toISOString()}) > d.due and r.state <> 'deleted' then d.due end,
        d.first, case when coalesce(r.handle_date, ${now.toISOString()}) > d.first and r.state <> 'deleted' then d.first end,
        d.law, case when coalesce(r.completed_at, ${now.toISOString()}) > d.law and r.state <> 'deleted' then d.law end
      from jsonb_populate_recordset(null::complaints, ${JSON.stringify(complaints.slice(at, at + 1000))}::jsonb) r,
        lateral (select coalesce(r.due_at, ticket_deadline(r.feedback_type, r.priority, r.created_at)) as due,
          handling_deadline(r.feedback_type, r.priority, r.created_at) as first, law_deadline(coalesce(r.due_since, r.created_at)) as law) d`.execute(
      tx,
    )
  }
  await sql`insert into complaint_fingerprints (fingerprint, at, complaint) select unnest(text_fingerprints(plain_text(content))), created_at, id from complaints
    where created_at > ${now.toISOString()}::timestamptz - interval '35 days' on conflict do nothing`.execute(tx)
  await insertAll(tx, 'complaint_comments', comments)
  await numberOn(tx, 'complaints', 'complaint_comments')
  await sql`insert into issue_counters (month, n) select left(issue_number, 4), count(*) from complaints group by 1`.execute(
    tx,
  )
}

async function keepActivity(tx: Tx, { activity, notifications }: Written, people: readonly Person[], since: number) {
  const found = await row(tx, { n: 'number' }, sql`select coalesce(max(id), 0)::int as n from activity`)
  const before = found?.n ?? 0
  const opening = people.map((one) => ({
    at: iso(since),
    actor: 1,
    action: 'create',
    module: 'users',
    record_id: one.id,
    record_title: one.name,
    place: { people: [one.id] },
    changes: {},
  }))
  const lines = [...opening, ...activity].map((line, at) => ({
    id: before + at + 1,
    address: line.actor ? '10.20.0.14' : null,
    ...line,
  }))
  await insertAll(tx, 'activity', lines)
  const shift = before + opening.length + 1
  await insertAll(
    tx,
    'notifications',
    notifications.map(({ line, ...one }) => ({ activity: shift + line, ...one })),
  )
  await numberOn(tx, 'activity')
}
