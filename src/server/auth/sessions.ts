import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { SESSIONS_MOST } from '../../shared/api.ts'
import { isLanguage, type Language } from '../../shared/language.ts'
import { refuse } from '../../shared/refusals.ts'
import { isActive } from '../../shared/users/active-user.ts'
import type { Scope } from '../../shared/users/permissions.ts'
import { record } from '../activity/activity.ts'
import { type Actor, ROLE_POWERS } from '../actor.ts'
import { type Db, row, rows, type Sql, type Tx } from '../db/db.ts'
import { narrowed, type RowOf } from '../db/shape.ts'
import { actorOfKey } from './api-keys.ts'
import { TOKEN_SECONDS, type Tokens } from './token.ts'

const REFRESH_GRACE_SECONDS = 10
/** What is noted of activity is behind by this at most; far less than the idle limit. */
const SEEN_EVERY_MS = 60_000
const SEEN_ALREADY_MS = SEEN_EVERY_MS / 2
const CACHED_MOST = 20_000

interface Held {
  actor: Omit<Actor, 'language' | 'address'>
  /** When the session ends by what is known of it, and when it does unless somebody works: then the database is asked again. */
  endsAt: number
  idleAt: number
  /** When activity was noted last. These are readings of `performance.now()`, which no clock that is set right or wrong moves. */
  seenAt: number
}

/** A person and their role, as each session of theirs has them. */
const SESSION_ROW = {
  ...ROLE_POWERS,
  user_id: 'number',
  user_name: 'string',
  role: 'number',
  scope: narrowed<Scope>('string'),
  store: 'number?',
  department: 'number?',
} as const
type SessionRow = RowOf<typeof SESSION_ROW>

/** What a token's session says about its user; one look at the database, then kept until the feed says otherwise. */
export class Sessions {
  readonly tokens: Tokens
  readonly idleMinutes: number
  readonly #db: Db
  readonly #held = new Map<string, Held>()
  /** Rises with all that is forgotten: what was asked before that may be old when the answer comes. */
  #forgotten = 0
  /** Whether this server has heard of everything up to a moment ago; only then does the cache count. */
  isFresh: () => boolean = () => false

  constructor(db: Db, tokens: Tokens, idleMinutes: number) {
    this.#db = db
    this.tokens = tokens
    this.idleMinutes = idleMinutes
  }

  /** The actor of a bearer token, or null: no session, over, blocked, or a role that is gone. A stream that only stays open is no activity. */
  async actorOf(token: string, language: Language, address: string | null, isActivity = true): Promise<Actor | null> {
    const known = this.#held.get(token)
    if (known && this.isFresh() && isStanding(known)) {
      if (isActivity) await this.#seen(known)
      return { ...known.actor, language, address }
    }
    this.#held.delete(token)
    const claims = this.tokens.read(token)
    if (!claims) return null
    const { held, isCurrent } = await this.#find(claims.sid, Number(claims.sub))
    if (!held) return null
    if (this.#held.size > CACHED_MOST) this.#held.clear()
    if (isCurrent) this.#held.set(token, held)
    if (isActivity) await this.#seen(held)
    return { ...held.actor, language, address }
  }

  /** Why a token is refused that `actorOf` knows nobody of. */
  async refuse(token: string): Promise<never> {
    if (await this.isDisplaced(token)) refuse('session displaced', { params: { n: SESSIONS_MOST } })
    refuse('no session')
  }

  /** Whether a token's session gave way to younger ones. */
  async isDisplaced(token: string): Promise<boolean> {
    const claims = this.tokens.read(token)
    if (!claims) return false
    const found = await row(
      this.#db,
      { displaced: 'boolean' },
      sql`select displaced from sessions where id = ${claims.sid} and user_id = ${Number(claims.sub)}`,
    )
    return found?.displaced ?? false
  }

  /** Whether a token's session stands by what is held here; asks nobody. */
  isHeld(token: string): boolean {
    const known = this.#held.get(token)
    return known !== undefined && isStanding(known)
  }

  /** The actor of a session named by other means than its token, e.g. a file key. */
  async actorOfSession(sid: string, userId: number, language: Language, address: string | null): Promise<Actor | null> {
    const { held } = await this.#find(sid, userId)
    return held ? { ...held.actor, language, address } : null
  }

  /** Forgets one user's sessions, or all: called by the feed for everything that may end or change them. */
  forget(userId: number | null): void {
    this.#forgotten++
    if (userId === null) this.#held.clear()
    else for (const [token, held] of this.#held) if (held.actor.id === userId) this.#held.delete(token)
  }

  /** The session as the database has it; current unless something was forgotten while it was asked. */
  async #find(sid: string, userId: number): Promise<{ held: Held | null; isCurrent: boolean }> {
    const before = this.#forgotten
    const asked = performance.now()
    const found = await row(
      this.#db,
      {
        ...SESSION_ROW,
        ends_in: 'number',
        idle_in: 'number',
      },
      sql`select u.id as user_id, u.user_name, u.role, o.permissions, o.cost_limit, o.scope, u.store, u.department,
            (extract(epoch from least(s.ended_at, s.expires_at) - now()) * 1000)::float8 as ends_in,
            (extract(epoch from s.last_seen_at - now()) * 1000 + ${this.idleMinutes * 60_000}::float8)::float8 as idle_in
          from sessions s join users u on u.id = s.user_id join user_roles o on o.id = u.role
          where s.id = ${sid} and s.user_id = ${userId} and (s.ended_at is null or s.ended_at > now()) and s.expires_at > now()
            and s.last_seen_at > ${idleSince(this.idleMinutes)}
            and u.deleted_at is null and ${sql.raw(isActive('u'))} and o.deleted_at is null`,
    )
    const held = found && {
      actor: { ...actorFrom(found), session: sid },
      endsAt: asked + found.ends_in,
      idleAt: asked + found.idle_in,
      seenAt: Number.NEGATIVE_INFINITY,
    }
    return { held: held ?? null, isCurrent: before === this.#forgotten }
  }

  /** Notes that somebody works, once in a while. */
  async #seen(held: Held): Promise<void> {
    const now = performance.now()
    const idle = this.idleMinutes * 60_000
    if (now - held.seenAt < Math.min(SEEN_EVERY_MS, idle / 10)) return
    held.seenAt = now
    const already = Math.min(SEEN_ALREADY_MS, idle / 20)
    await sql`update sessions set last_seen_at = now() where id = ${held.actor.session} and last_seen_at < now() - make_interval(secs => ${already / 1000}::float8)`.execute(
      this.#db,
    )
    // Another server may have noted it a little earlier.
    held.idleAt = now + idle - already
    await sql`update users set last_seen_at = now() where id = ${held.actor.id} and (last_seen_at is null or last_seen_at < now() - interval '5 minutes')`.execute(
      this.#db,
    )
  }
}

const isStanding = ({ endsAt, idleAt }: Held): boolean => performance.now() < Math.min(endsAt, idleAt)

/** Who was last here before then is signed out. */
const idleSince = (minutes: number): Sql => sql`now() - make_interval(secs => ${minutes * 60}::float8)`

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

/** A person, or a key by its account, as they stand now, for work they asked for that goes on without them; null once they may not work here any more. */
export async function actorOfUser(db: Db, userId: number, address: string | null): Promise<Actor | null> {
  const found = await row(
    db,
    {
      ...SESSION_ROW,
      locale: 'string?',
    },
    sql`select u.id as user_id, u.user_name, u.role, o.permissions, o.cost_limit, o.scope, u.store, u.department, u.locale
        from users u join user_roles o on o.id = u.role
        where u.id = ${userId} and u.deleted_at is null and ${sql.raw(isActive('u'))} and o.deleted_at is null`,
  )
  if (!found) return actorOfKey(db, userId, address)
  return { ...actorFrom(found), session: null, language: isLanguage(found.locale) ? found.locale : 'vi', address }
}

/** Opens a session and answers its token; the oldest beyond five ends. Unless said, the password was typed just now. */
export async function openSession(
  tx: Tx | Db,
  tokens: Tokens,
  userId: number,
  from: { address: string | null; device: string | null; provenAt?: Date },
): Promise<{ id: string; token: string }> {
  const id = randomBytes(16).toString('base64url')
  await sql`insert into sessions (id, user_id, expires_at, address, device_name, proven_at) values
    (${id}, ${userId}, now() + make_interval(secs => ${TOKEN_SECONDS}), ${from.address}, ${from.device}, coalesce(${from.provenAt ?? null}::timestamptz, now()))`.execute(
    tx,
  )
  await sql`update sessions set ended_at = now(), displaced = true where ended_at is null and id in (
    select id from sessions where user_id = ${userId} and ended_at is null and expires_at > now() order by created_at desc offset ${SESSIONS_MOST})`.execute(
    tx,
  )
  return { id, token: tokens.sign(userId, id) }
}

/**
 * Ends sessions of a user in the transaction of what caused it; every server hears of it through the feed. With `only` one goes,
 * and with it what it was exchanged for or from: that works a few seconds more.
 */
export async function endSessions(
  tx: Tx | Db,
  actor: Actor,
  userId: number,
  why: string,
  which: { only?: string; except?: string | null } = {},
): Promise<number> {
  const ended = await rows(
    tx,
    { id: 'string' },
    sql`with recursive family as (
          select id, successor from sessions where user_id = ${userId} and id = ${which.only ?? null}::text
          union select s.id, s.successor from sessions s join family f on s.user_id = ${userId} and (s.id = f.successor or s.successor = f.id)
        )
        update sessions set ended_at = now() where user_id = ${userId} and (ended_at is null or ended_at > now())
        ${which.only === undefined ? sql`` : sql`and id in (select id from family)`} ${which.except ? sql`and id <> ${which.except}` : sql``} returning id`,
  )
  await record(tx, actor, { action: why, module: 'sessions', recordId: userId, place: { people: [userId] } })
  return ended.length
}

/**
 * Exchanges a session for a new one (refresh). The old one works ten more seconds, so that calls under way are not lost;
 * whoever comes with it later has copied it: the whole family ends. Nobody exchanges a session at which nobody was for too long.
 */
export async function rotateSession(
  tx: Tx,
  { tokens, idleMinutes }: Sessions,
  actor: Actor,
  sid: string,
  userId: number,
): Promise<string | null> {
  const old = await row(
    tx,
    {
      successor: 'string?',
      is_over: 'boolean',
      is_idle: 'boolean',
      address: 'string?',
      device_name: 'string?',
      proven_at: 'date',
    },
    sql`select successor, (expires_at <= now() or coalesce(ended_at <= now(), false)) as is_over,
          last_seen_at <= ${idleSince(idleMinutes)} as is_idle, address, device_name, proven_at
        from sessions where id = ${sid} and user_id = ${userId} for update`,
  )
  if (!old) return null
  if (old.successor && old.is_over) {
    await endSessions(tx, actor, userId, 'session reuse')
    return null
  }
  if (old.is_over || old.is_idle) return null
  if (old.successor) return tokens.sign(userId, old.successor)
  await sql`update sessions set ended_at = now() + make_interval(secs => ${REFRESH_GRACE_SECONDS}) where id = ${sid}`.execute(
    tx,
  )
  const made = await openSession(tx, tokens, userId, {
    ...{ address: old.address, device: old.device_name },
    provenAt: old.proven_at,
  })
  await sql`update sessions set successor = ${made.id} where id = ${sid}`.execute(tx)
  await record(tx, actor, {
    action: 'session refreshed',
    module: 'sessions',
    recordId: userId,
    place: { people: [userId] },
  })
  return made.token
}

/** Random links and device secrets are kept only as their hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
export const newSecret = (): string => randomBytes(32).toString('base64url')
