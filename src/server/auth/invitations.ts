import { sql } from 'kysely'
import { email, text } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { record } from '../activity/activity.ts'
import { theServer } from '../actor.ts'
import { chainOf } from '../chain.ts'
import { type Db, inTransaction, row, type Tx } from '../db/db.ts'
import { narrowed, type RowOf } from '../db/shape.ts'
import { oneOf } from '../http/answers.ts'
import { type Call, get, post, type Route } from '../http/route.ts'
import { hashPassword, refuseWeakPassword } from './password.ts'
import { SIGNED_IN, sessionUser } from './session-user.ts'
import { endSessions, hashSecret, newSecret, openSession } from './sessions.ts'

const PAGE = '/backoffice/invitation/'

/** A one-time link, 24 hours, by which a person sets a password; earlier links of theirs end. Answers its path. */
export async function invite(tx: Tx | Db, userId: number): Promise<string> {
  const token = newSecret()
  await sql`update invitations set expires_at = now() where user_id = ${userId} and used_at is null`.execute(tx)
  await sql`insert into invitations (token_hash, user_id, kind, expires_at) values (${hashSecret(token)}, ${userId}, 'user', now() + interval '24 hours')`.execute(
    tx,
  )
  return PAGE + token
}

/** The link by which the first administrator is made, while there is no user at all; a new one at each start. */
export async function inviteFirst(db: Db): Promise<string | null> {
  const someone = await row(db, sql`select 1 as n from users limit 1`)
  if (someone) return null
  const token = newSecret()
  await sql`delete from invitations where kind = 'first'`.execute(db)
  await sql`insert into invitations (token_hash, kind, expires_at) values (${hashSecret(token)}, 'first', now() + interval '24 hours')`.execute(
    db,
  )
  return PAGE + token
}

const INVITATION = {
  user_id: 'number?',
  kind: narrowed<'user' | 'first'>('string'),
  user_name: 'string?',
  email: 'string?',
  store: 'string?',
} as const
type Invitation = RowOf<typeof INVITATION>

const find = (db: Db | Tx, token: string, isTaken = false): Promise<Invitation | undefined> =>
  row(
    db,
    INVITATION,
    sql`select i.user_id, i.kind, u.user_name, u.email, s.name as store
        from invitations i left join users u on u.id = i.user_id left join stores s on s.id = u.store
        where i.token_hash = ${hashSecret(token)} and i.used_at is null and i.expires_at > now() ${isTaken ? sql`for update of i` : sql``}`,
  )

const WHOM = { kind: oneOf('user', 'first'), user_name: 'string?', email: 'string?', store: 'string?' } as const

export const invitationRoutes: Route[] = [
  get(
    'public/invitation/:token',
    {
      needs: 'nothing',
      pathTexts: ['token'],
      limit: 'public lookup',
      answers: WHOM,
      summary: 'Whom an invitation is for',
    },
    async ({ db, params }) => {
      const found = (await find(db, params.token ?? '')) ?? refuse('not found')
      return { kind: found.kind, user_name: found.user_name, email: found.email, store: found.store }
    },
  ),
  post(
    'public/invitation/:token',
    {
      needs: 'nothing',
      pathTexts: ['token'],
      limit: 'public lookup',
      answers: SIGNED_IN,
      summary: 'Set a password by an invitation',
      body: {
        password: text('Password', { max: 512, verbatim: true }),
        user_name: text('User name', { max: 191 }),
        email: email('E-mail', { unique: true }),
      },
    },
    (call) => accept(call),
  ),
]

async function accept({ db, params, request, actor, context, body }: Call) {
  const typed = request.body as { password?: unknown } // an object, as the body check made sure
  const password = String(typed.password ?? '')
  const found = (await find(db, params.token ?? '')) ?? refuse('not found')
  const name = found.user_name ?? (typeof body.user_name === 'string' ? body.user_name : '')
  const address = found.email ?? (typeof body.email === 'string' ? body.email : '')
  const { name: chain } = await chainOf({ config: context.config, db })
  refuseWeakPassword(password, [name, address.split('@')[0], found.store, chain])
  const hash = await hashPassword(password)
  const made = await inTransaction(db, async (tx) => {
    if (!(await find(tx, params.token ?? '', true))) refuse('not found')
    const userId = found.user_id ?? (await makeFirst(tx, name, address))
    const asUser = { ...actor, id: userId, name }
    await sql`update users set password_hash = ${hash}, password_set_at = now(), version = version + 1 where id = ${userId}`.execute(
      tx,
    )
    await sql`update invitations set used_at = now() where token_hash = ${hashSecret(params.token ?? '')}`.execute(tx)
    await endSessions(tx, asUser, userId, 'password set')
    const opened = await openSession(tx, context.sessions.tokens, userId, { address: actor.address, device: null })
    return { access_token: opened.token, user: await sessionUser(tx, userId, context, actor.language) }
  })
  context.feed.nudge()
  return made
}

/** Role, department and person of a chain that has nobody yet. */
async function makeFirst(tx: Tx, name: string, address: string): Promise<number> {
  if (!name || !address)
    refuse('invalid', {
      fields: { ...(!name && { user_name: 'User name' }), ...(!address && { email: 'Please enter a valid email' }) },
    })
  const role = await row(
    tx,
    { id: 'number' },
    sql`select id from user_roles where name = 'Administrator' and deleted_at is null`,
  )
  const department = await row(
    tx,
    { id: 'number' },
    sql`insert into departments (name) values ('Administration') on conflict do nothing returning id`,
  )
  const made = await row(
    tx,
    { id: 'number' },
    sql`insert into users (user_code, user_name, email, role, department) values
        ('ADMIN', ${name}, ${address}, ${role?.id}, coalesce(${department?.id ?? null}::bigint, (select min(id) from departments))) returning id`,
  )
  const id = made?.id ?? refuse('not found')
  await record(tx, { ...theServer, id, name }, { action: 'create', module: 'users', recordId: id, title: name })
  return id
}
