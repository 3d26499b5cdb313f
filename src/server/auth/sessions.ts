import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SessionUser } from '../../shared/api.ts'
import { isLanguage, type Language } from '../../shared/language.ts'
import { type Permissions, routeAccess, type Scope } from '../../shared/permissions.ts'
import { record } from '../activity/activity.ts'
import type { Actor } from '../actor.ts'
import { type Db, row, rows, type Tx } from '../db/db.ts'
import { TOKEN_SECONDS, type Tokens } from './token.ts'

export const SESSIONS_MOST = 5
const REFRESH_GRACE_SECONDS = 10
const SEEN_EVERY_MS = 60_000
const CACHED_MOST = 20_000

interface Held {
  actor: Omit<Actor, 'language' | 'address'>
  exp: number
  seenAt: number
}

interface SessionRow {
  user_id: number
  user_name: string
  role: number
  permissions: Permissions
  cost_limit: number | null
  scope: Scope
  store: number | null
  department: number | null
}

/** What a token's session says about its user; one look at the database, then kept until the feed says otherwise. */
export class Sessions {
  readonly tokens: Tokens
  readonly #db: Db
  readonly #idleMinutes: number
  readonly #held = new Map<string, Held>()
  /** Whether this server has heard of everything up to a moment ago; only then does the cache count. */
  isFresh: () => boolean = () => false

  constructor(db: Db, tokens: Tokens, idleMinutes: number) {
    this.#db = db
    this.tokens = tokens
    this.#idleMinutes = idleMinutes
  }

  /** The actor of a bearer token, or null: no session, over, blocked, or a role that is gone. A stream that only stays open is no activity. */
  async actorOf(token: string, language: Language, address: string | null, isActivity = true): Promise<Actor | null> {
    const now = Date.now()
    const known = this.#held.get(token)
    if (known && this.isFresh() && known.exp * 1000 > now) {
      if (isActivity && now - known.seenAt > SEEN_EVERY_MS) await this.#seen(known, now)
      return { ...known.actor, language, address }
    }
    this.#held.delete(token)
    const claims = this.tokens.read(token)
    if (!claims || claims.exp * 1000 <= now) return null
    const found = await this.#load(claims.sid, Number(claims.sub))
    if (!found) return null
    const held: Held = { actor: { ...actorFrom(found), session: claims.sid }, exp: claims.exp, seenAt: 0 }
    if (this.#held.size > CACHED_MOST) this.#held.clear()
    this.#held.set(token, held)
    if (isActivity) await this.#seen(held, now)
    return { ...held.actor, language, address }
  }

  /** The actor of a session named by other means than its token, e.g. a file key. */
  async actorOfSession(sid: string, userId: number, language: Language, address: string | null): Promise<Actor | null> {
    const found = await this.#load(sid, userId)
    return found ? { ...actorFrom(found), session: sid, language, address } : null
  }

  /** Forgets one user's sessions, or all: called by the feed for everything that may end or change them. */
  forget(userId: number | null): void {
    if (userId === null) this.#held.clear()
    else for (const [token, held] of this.#held) if (held.actor.id === userId) this.#held.delete(token)
  }

  #load(sid: string, userId: number): Promise<SessionRow | undefined> {
    return row<SessionRow>(
      this.#db,
      sql`select u.id as user_id, u.user_name, u.role, o.permissions, o.cost_limit, o.scope, u.store, u.department
          from sessions s join users u on u.id = s.user_id join user_roles o on o.id = u.role
          where s.id = ${sid} and s.user_id = ${userId} and (s.ended_at is null or s.ended_at > now()) and s.expires_at > now()
            and s.last_seen_at > now() - make_interval(mins => ${this.#idleMinutes}::int)
            and u.deleted_at is null and u.status = 'active' and not u.blocked and o.deleted_at is null`,
    )
  }

  async #seen(held: Held, now: number): Promise<void> {
    held.seenAt = now
    await sql`update sessions set last_seen_at = now() where id = ${held.actor.session} and last_seen_at < now() - interval '30 seconds'`.execute(
      this.#db,
    )
    await sql`update users set last_seen_at = now() where id = ${held.actor.id} and (last_seen_at is null or last_seen_at < now() - interval '5 minutes')`.execute(
      this.#db,
    )
  }
}

const actorFrom = (found: SessionRow): Omit<Actor, 'language' | 'address' | 'session'> => ({
  id: found.user_id,
  name: found.user_name,
  role: found.role,
  permissions: found.permissions,
  costLimit: found.cost_limit,
  scope: found.scope,
  store: found.store,
  department: found.department,
})

/** A person as they stand now, for work they asked for that goes on without them; null once they may not work here any more. */
export async function actorOfUser(db: Db, userId: number, address: string | null): Promise<Actor | null> {
  const found = await row<SessionRow & { locale: string | null }>(
    db,
    sql`select u.id as user_id, u.user_name, u.role, o.permissions, o.cost_limit, o.scope, u.store, u.department, u.locale
        from users u join user_roles o on o.id = u.role
        where u.id = ${userId} and u.deleted_at is null and u.status = 'active' and not u.blocked and o.deleted_at is null`,
  )
  if (!found) return null
  return { ...actorFrom(found), session: null, language: isLanguage(found.locale) ? found.locale : 'vi', address }
}

/** Opens a session and answers its token; the oldest beyond five ends. */
export async function openSession(
  tx: Tx | Db,
  tokens: Tokens,
  userId: number,
  from: { address: string | null; device: string | null },
): Promise<{ id: string; token: string }> {
  const id = randomBytes(16).toString('base64url')
  await sql`insert into sessions (id, user_id, expires_at, address, device_name) values
    (${id}, ${userId}, now() + make_interval(secs => ${TOKEN_SECONDS}), ${from.address}, ${from.device})`.execute(tx)
  await sql`update sessions set ended_at = now() where ended_at is null and id in (
    select id from sessions where user_id = ${userId} and ended_at is null and expires_at > now() order by created_at desc offset ${SESSIONS_MOST})`.execute(
    tx,
  )
  return { id, token: tokens.sign(userId, id) }
}

/** Ends sessions of a user in the transaction of what caused it; every server hears of it through the feed. */
export async function endSessions(
  tx: Tx | Db,
  actor: Actor,
  userId: number,
  why: string,
  which: { only?: string; except?: string | null } = {},
): Promise<number> {
  const ended = await rows<{ id: string }>(
    tx,
    sql`update sessions set ended_at = now() where user_id = ${userId} and (ended_at is null or ended_at > now())
        ${which.only ? sql`and id = ${which.only}` : sql``} ${which.except ? sql`and id <> ${which.except}` : sql``} returning id`,
  )
  await record(tx, actor, { action: why, module: 'sessions', recordId: userId, place: { people: [userId] } })
  return ended.length
}

/**
 * Exchanges a session for a new one (refresh). The old one works ten more seconds, so that calls under way are not lost;
 * whoever comes with it later has copied it: the whole family ends.
 */
export async function rotateSession(
  tx: Tx,
  tokens: Tokens,
  actor: Actor,
  sid: string,
  userId: number,
): Promise<string | null> {
  const old = await row<{
    successor: string | null
    is_over: boolean
    address: string | null
    device_name: string | null
  }>(
    tx,
    sql`select successor, (expires_at <= now() or coalesce(ended_at <= now(), false)) as is_over, address, device_name from sessions where id = ${sid} and user_id = ${userId} for update`,
  )
  if (!old) return null
  if (old.successor && old.is_over) {
    await endSessions(tx, actor, userId, 'session reuse')
    return null
  }
  if (old.is_over) return null
  if (old.successor) return tokens.sign(userId, old.successor)
  const made = await openSession(tx, tokens, userId, { address: old.address, device: old.device_name })
  await sql`update sessions set successor = ${made.id}, ended_at = now() + make_interval(secs => ${REFRESH_GRACE_SECONDS}) where id = ${sid}`.execute(
    tx,
  )
  return made.token
}

/** The user as a session carries it (specification section 3). */
export async function sessionUser(db: Db | Tx, userId: number, timeZone: string): Promise<SessionUser> {
  const found = await row<Omit<SessionUser, 'route_access' | 'time_zone'> & { permissions: Permissions }>(
    db,
    sql`select u.id, u.email, u.user_name, u.avatar[1] as avatar, u.position, u.locale,
          (select json_build_object('id', d.id, 'name', d.name) from departments d where d.id = u.department) as department,
          (select json_build_object('id', s.id, 'name', s.name) from stores s where s.id = u.store) as store,
          json_build_object('id', o.id, 'name', o.name, 'scope', o.scope, 'cost_limit', o.cost_limit) as role, o.permissions
        from users u join user_roles o on o.id = u.role where u.id = ${userId}`,
  )
  if (!found) throw new Error(`There is no user ${userId}`)
  const { permissions, ...user } = found
  return {
    ...user,
    locale: isLanguage(user.locale) ? user.locale : null,
    route_access: routeAccess(permissions),
    time_zone: timeZone,
  }
}

/** Random links and device secrets are kept only as their hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
export const newSecret = (): string => randomBytes(32).toString('base64url')
