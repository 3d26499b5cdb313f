import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { openSession } from '../../src/server/auth/sessions.ts'
import { type Config, loadConfig } from '../../src/server/config.ts'
import { type Db, json, row } from '../../src/server/db/db.ts'
import { jsonOf } from '../../src/server/db/shape.ts'
import { type Running, start } from '../../src/server/main.ts'
import type { Envelope } from '../../src/shared/api.ts'
import type { Permissions, Scope } from '../../src/shared/users/permissions.ts'
import { atTheEnd, newFolder } from './at-the-end.ts'
import { complaintBody } from './complaint.ts'
import { freshDatabase } from './database/database.ts'

export interface Answer<D = unknown> {
  status: number
  code: number
  text: string
  data: D
  headers: Headers
}

export interface Person {
  id: number
  name: string
  email: string
  token: string
}

export interface PersonWish {
  role?: string
  permissions?: Permissions
  scope?: Scope
  store?: number
  department?: number
}

/** A small chain on a real server and a real database: two stores, two departments, two feedback types, people as wished. */
export interface Chain {
  running: Running
  db: Db
  url: string
  stores: [number, number]
  departments: [number, number]
  types: [number, number]
  person(wish?: PersonWish): Promise<Person>
  call<D = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<D>>
  /** A valid complaint's body. */
  complaint(more?: object): Record<string, unknown>
  ticket(by: Person, more?: object): Promise<Ticket>
  /** A further server on the same database. */
  another(): Promise<Running>
}

export interface Ticket {
  id: number
  version: number
  issue_number: string
  state: string
  status: string
  title: string
}

export interface CallOptions {
  by?: Person | string
  body?: unknown
  headers?: Record<string, string>
  at?: string
}

/** `beyond` are settings outside what a person may choose. Ends by itself: with the test that starts it, or after the last test of its file. */
export async function startChain(env: Record<string, string> = {}, beyond: Partial<Config> = {}): Promise<Chain> {
  const databaseUrl = await freshDatabase()
  const dataDir = newFolder('chain')
  const boot = () => start({ ...configOf(databaseUrl, dataDir, env), ...beyond })
  const running = await boot()
  const others: Running[] = []
  const { db, sessions } = running.context
  const made = await row(
    db,
    { stores: jsonOf<[number, number]>(), departments: jsonOf<[number, number]>(), types: jsonOf<[number, number]>() },
    sql`with s as (insert into stores (code, name) values ('S01', 'Siêu thị Cầu Giấy'), ('S02', 'Siêu thị Long Biên') returning id),
          d as (insert into departments (name) values ('Dịch vụ khách hàng'), ('Hàng tươi sống') returning id),
          t as (insert into ticket_types (name) values ('Sai giá'), ('Chất lượng hàng') returning id),
          e as (insert into gift_card_events (id, kind, name, code, starts_at, ends_at) values
            (9001, 'gift', 'Vui Tết', 'TET', '2026-01-01', '2036-01-01'), (9002, 'game', 'Vòng quay', 'VONG', '2026-01-01', '2036-01-01')),
          p as (insert into task_templates (name, checklist) values ('Mở cửa', '[{"title":"Bật đèn","kind":"tick","needs_photo":false}]'))
        select (select json_agg(id) from s) as stores, (select json_agg(id) from d) as departments, (select json_agg(id) from t) as types`,
  )
  if (!made) throw new Error('The chain could not be set up')
  const hash = inject('passwordHash')

  const chain: Chain = {
    running,
    db,
    url: running.url,
    ...made,
    async person({
      role = 'Administrator',
      permissions,
      scope = 'chain',
      store,
      department = made.departments[0],
    } = {}) {
      const code = randomUUID().slice(0, 8)
      const name = `Người ${code}`
      const own =
        permissions &&
        (await row(
          db,
          { id: 'number' },
          sql`insert into user_roles (name, scope, permissions) values (${`role ${code}`}, ${scope}, ${json(permissions)}) returning id`,
        ))
      const email = `${code}@chain.example`
      const user = await row(
        db,
        { id: 'number' },
        sql`insert into users (user_code, user_name, email, role, department, store, password_hash)
            select ${code}, ${name}, ${email}, coalesce(${own?.id ?? null}::bigint, (select id from user_roles where name = ${role})), ${department}, ${store ?? null}, ${hash} returning id`,
      )
      const id = user?.id ?? 0
      const { token } = await openSession(db, sessions.tokens, id, { address: null, device: null })
      return { id, name, email, token }
    },
    async call<D>(method: string, path: string, { by, body, headers, at = running.url }: CallOptions = {}) {
      const token = typeof by === 'string' ? by : by?.token
      const isText = typeof body === 'string' || body instanceof FormData
      const response = await fetch(`${at}/api/${path}`, {
        method,
        headers: {
          'accept-language': 'en',
          ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: body === undefined ? undefined : isText ? (body as string) : JSON.stringify(body), // a FormData goes as it is
      })
      const text = await response.text()
      const envelope = (text.startsWith('{') ? JSON.parse(text) : {}) as Envelope<D> // the product's one shape
      return {
        status: response.status,
        code: envelope.ErrorCode,
        text: envelope.ErrorDescription,
        data: envelope.Data,
        headers: response.headers,
      }
    },
    complaint: (more = {}) =>
      complaintBody('Giá trên kệ khác giá tại quầy', {
        store: made.stores[0],
        feedback_type: made.types[0],
        customer_name: 'Trần Thu Hà',
        content: '<p>Giá trên kệ là 32.000 nhưng quầy tính 38.500.</p>',
        ...more,
      }),
    async ticket(by, more) {
      const answer = await chain.call<Ticket>('POST', 'ticket', { by, body: chain.complaint(more) })
      if (answer.status !== 201)
        throw new Error(`The complaint was refused: ${answer.text} ${JSON.stringify(answer.data)}`)
      return answer.data
    },
    async another() {
      const further = await boot()
      others.push(further)
      return further
    },
  }
  atTheEnd(async () => {
    for (const one of [...others, running]) await one.stop()
  })
  return chain
}

export const configOf = (databaseUrl: string, dataDir: string, env: Record<string, string>) =>
  loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret for tests that is long enough',
    DEMO: '0',
    LOG_LEVEL: 'error',
    RATE_LIMITS: '100000',
    // A browser of the tests, whose code is not optimized, works on sixteen for ten seconds.
    CHALLENGE_BITS: '8',
    DISK_RESERVE_MB: '0',
    DISK_RESERVE_PERCENT: '0',
    ...env,
  })
