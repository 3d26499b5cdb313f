import { createHash, randomBytes } from 'node:crypto'
import type { BlockList } from 'node:net'
import { sql } from 'kysely'
import type { Language } from '../../shared/language.ts'
import { refuse } from '../../shared/refusals.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { keyPermissions, type Permissions, type Scope } from '../../shared/users/permissions.ts'
import type { Actor } from '../actor.ts'
import { type Db, row, type Sql } from '../db/db.ts'
import { jsonOf, narrowed, type RowOf } from '../db/shape.ts'
import { isWithin, networksOf } from '../http/networks.ts'

/** How a key begins, so that a leaked one is found by those who look for such things. */
const PREFIX = 'rbo_'
const NOTED_EVERY_MS = 60_000
const HELD_MOST = 10_000

/** 256 random bits; only their hash is kept. */
export const newKey = (): string => `${PREFIX}${randomBytes(32).toString('base64url')}`
export const isKey = (token: string): boolean => token.startsWith(PREFIX)
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

const KEY_ROW = {
  id: 'number',
  account: 'number',
  name: 'string',
  system: 'string?',
  permissions: jsonOf<Permissions>(),
  stores: 'number[]',
  addresses: 'string?',
  ends_in: 'number',
  makers_permissions: jsonOf<Permissions>(),
  makers_limit: 'number?',
  makers_scope: narrowed<Scope>('string'),
  makers_store: 'number?',
} as const
type KeyRow = RowOf<typeof KEY_ROW>

interface Held {
  actor: Omit<Actor, 'language' | 'address'>
  addresses: BlockList | null
  /** By `performance.now()`. */
  endsAt: number
  /** When use was noted last, by address. */
  notedAt: Map<string, number>
}

/** Who stands behind an API key; one look at the database, then kept until the feed says otherwise, as sessions are. */
export class ApiKeys {
  readonly #db: Db
  readonly #held = new Map<string, Held>()
  /** Rises with all that is forgotten: what was asked before that may be old when the answer comes. */
  #forgotten = 0
  isFresh: () => boolean = () => false

  constructor(db: Db) {
    this.#db = db
  }

  /** @throws where the key is none, or not for this address */
  async actorOf(key: string, language: Language, address: string | null): Promise<Actor> {
    const held = await this.#find(hashKey(key))
    if (!held || performance.now() >= held.endsAt) refuse('dead key')
    if (held.addresses && !isWithin(held.addresses, address))
      refuse('key from elsewhere', { params: { address: address ?? '' } })
    await this.#note(held, address ?? '')
    return { ...held.actor, language, address }
  }

  forget(): void {
    this.#forgotten++
    this.#held.clear()
  }

  async #find(hash: string): Promise<Held | null> {
    const known = this.#held.get(hash)
    if (known && this.isFresh()) return known
    const before = this.#forgotten
    const asked = performance.now()
    const found = await row(this.#db, KEY_ROW, keySql(sql`k.key_hash = ${hash}`))
    if (!found) return null
    const lines = linesOf(found.addresses)
    const held = {
      actor: { ...actorFrom(found), session: null },
      addresses: lines.length > 0 ? networksOf(lines) : null,
      endsAt: asked + found.ends_in,
      notedAt: known?.notedAt ?? new Map<string, number>(),
    }
    if (this.#held.size > HELD_MOST) this.#held.clear()
    if (before === this.#forgotten) this.#held.set(hash, held)
    return held
  }

  /** Notes by day and address that it is used, once in a while. */
  async #note({ actor, notedAt }: Held, address: string): Promise<void> {
    const now = performance.now()
    if (now - (notedAt.get(address) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return
    notedAt.set(address, now)
    await sql`insert into api_key_uses (api_key, day, address) values (${actor.key}, (now() at time zone chain_zone())::date, ${address})
      on conflict (api_key, day, address) do update set last_at = now()`.execute(this.#db)
  }
}

/** A key by its account, for work that goes on without it; null once it ended. */
export async function actorOfKey(db: Db, account: number, address: string | null): Promise<Actor | null> {
  const found = await row(db, KEY_ROW, keySql(sql`k.account = ${account}`))
  return found ? { ...actorFrom(found), session: null, language: 'vi', address } : null
}

/** A key that works, and what its maker may at this moment. */
const keySql = (which: Sql): Sql => sql`
  select k.id, k.account, k.name, k.system, k.permissions, k.stores, k.addresses,
    (extract(epoch from ((k.expires_on + 1)::timestamp at time zone chain_zone()) - now()) * 1000)::float8 as ends_in,
    o.permissions as makers_permissions, o.cost_limit as makers_limit, o.scope as makers_scope, u.store as makers_store
  from api_keys k join users u on u.id = k.created_by join user_roles o on o.id = u.role
  where ${which} and k.state = 'active' and k.deleted_at is null and (k.expires_on + 1)::timestamp at time zone chain_zone() > now()
    and u.deleted_at is null and ${sql.raw(isActive('u'))} and o.deleted_at is null`

const actorFrom = (found: KeyRow): Omit<Actor, 'language' | 'address' | 'session'> => ({
  id: found.account,
  key: found.id,
  name: found.name,
  system: found.system ?? `key ${found.id}`,
  role: null,
  permissions: keyPermissions(found.permissions, found.makers_permissions),
  costLimit: found.makers_limit,
  department: null,
  ...placesOf(found),
})

/** Never more of the chain than the maker sees. Whoever sees a department, or their own records, lends a key nothing. */
function placesOf({ stores, makers_scope, makers_store }: KeyRow): Pick<Actor, 'scope' | 'store' | 'stores'> {
  if (makers_scope === 'chain' && stores.length === 0) return { scope: 'chain', store: null }
  const lent = makers_scope === 'chain' ? stores : makers_scope === 'store' && makers_store ? [makers_store] : []
  const own = stores.length === 0 ? lent : lent.filter((store) => stores.includes(store))
  const [only = null, second] = own
  return { scope: 'store', store: second === undefined ? only : null, stores: own }
}

export const linesOf = (addresses: string | null): string[] =>
  (addresses ?? '').split(/[\s,;]+/).filter((line) => line !== '')
