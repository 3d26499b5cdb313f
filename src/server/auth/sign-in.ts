import { sql } from 'kysely'
import { email, text } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { record } from '../activity/activity.ts'
import { type Actor, thePublic } from '../actor.ts'
import { inTransaction, row } from '../db/db.ts'
import { bearerOf } from '../http/mount.ts'
import { type Call, post, type Route } from '../http/route.ts'
import { isPassword } from './password.ts'
import { SESSION_USER, SIGNED_IN, sessionUser } from './session-user.ts'
import { endSessions, hashSecret, newSecret, openSession, rotateSession } from './sessions.ts'
import { type Attempt, countFailure, forgetFailures, leavePlace, takePlace } from './throttle.ts'

const DEVICES_MOST = 10

export const signInRoutes: Route[] = [
  post(
    'login',
    {
      needs: 'nothing',
      limit: 'sign-in',
      answers: { ...SIGNED_IN, device: 'string' },
      summary: 'Sign in',
      // A password is compared, not judged, so it has no shape here but a size.
      body: {
        email: email('E-mail', { required: true }),
        password: text('Password', { required: true, max: 512, verbatim: true }),
        device: text('Device', { max: 100 }),
      },
    },
    (call) => signIn(call, { ...call.body, password: passwordAsTyped(call) }),
  ),
  post(
    'me',
    { needs: 'session', answers: { user: SESSION_USER }, summary: 'The signed-in user' },
    async ({ db, actor, context }) => ({
      user: await sessionUser(db, Number(actor.id), context, actor.language),
    }),
  ),
  post(
    'logout',
    { needs: 'session', answers: null, summary: 'End this session' },
    async ({ db, actor, context, reply }) => {
      await inTransaction(db, (tx) =>
        endSessions(tx, actor, Number(actor.id), 'sign out', { only: actor.session ?? '' }),
      )
      context.sessions.forget(actor.id)
      context.feed.nudge()
      reply.header('clear-site-data', '"cache"')
      return null
    },
  ),
  post(
    'refresh',
    { needs: 'nothing', limit: 'refresh', answers: SIGNED_IN, summary: 'Exchange a valid token for a new one' },
    (call) => refresh(call),
  ),
]

/** The check trims; a password counts as typed. */
function passwordAsTyped({ request }: Call): string {
  const { password } = request.body as { password?: unknown } // checked to be an object with a text
  return typeof password === 'string' ? password : ''
}

/** So many failures in a row of one account are told to those who watch over the chain (design/security.md, alarms). */
const GUESSES_TOLD = 20

async function signIn(
  { context, actor, db, request }: Call,
  given: { email: string; password: string; device?: string | null },
) {
  const account = await row(
    db,
    {
      id: 'number',
      user_name: 'string',
      password_hash: 'string?',
      is_open: 'boolean',
    },
    sql`select u.id, u.user_name, u.password_hash, (${sql.raw(isActive('u'))} and o.deleted_at is null) as is_open
        from users u join user_roles o on o.id = u.role where identity_key(u.email) = identity_key(${given.email}) and u.deleted_at is null`,
  )
  const attempt: Attempt = {
    email: given.email,
    address: actor.address,
    knownDevice: await knownDevice(db, account?.id, given.device),
    factor: context.config.rateLimitFactor,
  }
  await takePlace(db, attempt)
  const isRight = await isPassword(given.password, account?.password_hash ?? null).catch(async (error: unknown) => {
    await leavePlace(db, attempt)
    throw error
  })
  if (!account || !isRight || !account.is_open) {
    const failures = await countFailure(db, attempt)
    await record(db, actor, { action: 'sign-in failed', module: 'sessions', recordId: account?.id ?? null })
    if (account && failures === GUESSES_TOLD)
      await record(db, actor, {
        action: 'password guessing',
        module: 'sessions',
        title: account.user_name,
        changes: { checks: [null, failures] },
      })
    refuse('wrong sign-in')
  }
  return inTransaction(db, async (tx) => {
    await forgetFailures(tx, attempt)
    const opened = await openSession(tx, context.sessions.tokens, account.id, {
      address: actor.address,
      device: deviceName(request.headers['user-agent']),
    })
    const device = attempt.knownDevice && given.device ? given.device : await rememberDevice(tx, account.id)
    await record(
      tx,
      { ...actor, id: account.id, name: account.user_name },
      { action: 'sign in', module: 'sessions', recordId: account.id, place: { people: [account.id] } },
    )
    return { access_token: opened.token, device, user: await sessionUser(tx, account.id, context, actor.language) }
  })
}

async function knownDevice(
  db: Call['db'],
  userId: number | undefined,
  device: string | null | undefined,
): Promise<string | null> {
  if (!userId || !device) return null
  const found = await row(
    db,
    { secret_hash: 'string' },
    sql`select secret_hash from devices where user_id = ${userId} and secret_hash = ${hashSecret(device)}`,
  )
  return found?.secret_hash ?? null
}

async function rememberDevice(db: Call['db'], userId: number): Promise<string> {
  const secret = newSecret()
  await sql`insert into devices (secret_hash, user_id) values (${hashSecret(secret)}, ${userId})`.execute(db)
  await sql`delete from devices where user_id = ${userId} and secret_hash in (select secret_hash from devices where user_id = ${userId} order by created_at desc offset ${DEVICES_MOST})`.execute(
    db,
  )
  return secret
}

/** 'Chrome on Windows' and the like, for the list of sessions. */
function deviceName(agent: string | undefined): string {
  const browser = /Edg\//.test(agent ?? '') ? 'Edge' : (/(Firefox|Chrome|Safari)\//.exec(agent ?? '')?.[1] ?? 'Browser')
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent ?? '')?.[1] ?? ''
  return system ? `${browser} · ${system.replace('Mac OS X', 'macOS')}` : browser
}

async function refresh({ context, db, request, actor }: Call) {
  const claims = context.sessions.tokens.read(bearerOf(request) ?? '')
  if (!claims) refuse('no session')
  const userId = Number(claims.sub)
  const asUser: Actor = { ...thePublic(actor.language, actor.address), id: userId }
  const token = await inTransaction(db, async (tx) => {
    const isOpen = await row(
      tx,
      sql`select 1 as n from users u join user_roles o on o.id = u.role where u.id = ${userId} and u.deleted_at is null and ${sql.raw(isActive('u'))} and o.deleted_at is null`,
    )
    return isOpen ? rotateSession(tx, context.sessions, asUser, claims.sid, userId) : null
  })
  context.sessions.forget(userId)
  context.feed.nudge()
  if (!token) refuse('no session')
  return { access_token: token, user: await sessionUser(db, userId, context, actor.language) }
}
