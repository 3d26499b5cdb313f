import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import { address, choice, email, text } from '../../shared/fields.ts'
import { LANGUAGE_CHOICES } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { REFUSALS, refuse } from '../../shared/refusals.ts'
import type { Actor } from '../actor.ts'
import { chainOf } from '../chain.ts'
import { type Db, inTransaction, row, rows } from '../db/db.ts'
import { claimFiles } from '../files/files.ts'
import { namedAnswer, recordOf } from '../http/answers.ts'
import { type Call, del, get, JsonText, post, type Route } from '../http/route.ts'
import { showJson } from '../resource/query/list.ts'
import { change } from '../resource/statements.ts'
import { provingRoute } from './in-person.ts'
import { hashPassword, isPassword, refuseWeakPassword } from './password.ts'
import { SESSION_USER, sessionUser } from './session-user.ts'
import { endSessions } from './sessions.ts'

const users = () => moduleOf('users') ?? refuse('not found')
const OWN = recordOf(users())
const SESSION_ROW = {
  id: 'string',
  created_at: 'date',
  last_seen_at: 'date',
  address: 'string?',
  device_name: 'string?',
  is_current: 'boolean',
} as const

/** Everybody's own account: a person changes these few things about themselves and nothing else. */
export const accountRoutes: Route[] = [
  get('user/show', { needs: 'session', answers: OWN, summary: "The caller's own record" }, async ({ db, actor }) =>
    own(db, actor),
  ),
  post(
    'change-info',
    {
      needs: 'session',
      isPartial: true,
      answers: OWN,
      summary: "Change of the caller's own profile",
      body: {
        user_name: text('User name', { required: true, max: 191 }),
        gender: choice('Gender', [
          { value: '0', label: 'Male' },
          { value: '1', label: 'Female' },
          { value: '2', label: 'Other' },
        ]),
        address: address('Address'),
        signature_email: email('Signature e-mail'),
        locale: choice('Language', LANGUAGE_CHOICES),
      },
    },
    async ({ db, actor, body, context }) => {
      if (Object.keys(body).length > 0)
        await change(db, users(), { id: Number(actor.id), set: body, action: 'update', scope: null }, actor)
      context.feed.nudge()
      return own(db, actor)
    },
  ),
  post(
    'change-avatar',
    {
      needs: 'session',
      answers: { user: SESSION_USER },
      summary: "Change of the caller's picture; null takes it away",
      body: { file: text('File', { max: 64 }) },
    },
    async ({ db, actor, body, context }) => {
      if (body.file === undefined)
        refuse('invalid', { fields: { file: pack('{{field}} is required', { field: 'File' }) } })
      const id = Number(actor.id)
      await inTransaction(db, async (tx) => {
        if (body.file) await claimFiles(tx, { module: 'users', recordId: id, field: 'avatar' }, [body.file], id)
        await change(
          tx,
          users(),
          { id, set: { avatar: body.file ? [body.file] : [] }, action: 'update', scope: null },
          actor,
        )
      })
      context.feed.nudge()
      return { user: await sessionUser(db, id, context, actor.language) }
    },
  ),
  post(
    'change-password',
    {
      needs: 'session',
      limit: 'password',
      answers: null,
      summary: 'Change of the own password; every other session ends',
      body: {
        current_password: text('Current password', { required: true, max: 512, verbatim: true }),
        new_password: text('New password', { required: true, max: 512, verbatim: true }),
      },
    },
    (call) => changePassword(call),
  ),
  get(
    'session',
    { needs: 'session', answers: { data: [namedAnswer('Session', SESSION_ROW)] }, summary: "The caller's sessions" },
    async ({ db, actor }) => ({
      data: await rows(
        db,
        SESSION_ROW,
        sql`select id, created_at, last_seen_at, address, device_name, id = ${actor.session} as is_current from sessions
          where user_id = ${actor.id} and ended_at is null and expires_at > now() order by last_seen_at desc`,
      ),
    }),
  ),
  del(
    'session/:session',
    { needs: 'session', pathTexts: ['session'], answers: null, summary: 'End one of the own sessions' },
    async ({ db, actor, params, context }) => {
      const ended = await inTransaction(db, (tx) =>
        endSessions(tx, actor, Number(actor.id), 'session ended', { only: params.session ?? '' }),
      )
      context.sessions.forget(actor.id)
      context.feed.nudge()
      return ended > 0 ? null : refuse('not found')
    },
  ),
  provingRoute,
  post(
    'session/end-others',
    { needs: 'session', answers: { ended: 'number' }, summary: 'End all other own sessions' },
    async ({ db, actor, context }) => {
      const ended = await inTransaction(db, (tx) =>
        endSessions(tx, actor, Number(actor.id), 'session ended', { except: actor.session }),
      )
      context.sessions.forget(actor.id)
      context.feed.nudge()
      return { ended }
    },
  ),
]

const own = async (db: Db, { id, language }: Actor): Promise<JsonText> =>
  new JsonText((await showJson(db, users(), Number(id), null, language)) ?? refuse('not found'))

async function changePassword({ db, actor, request, context }: Call) {
  const { current_password, new_password } = request.body as { current_password: unknown; new_password: unknown } // checked to be texts; a password counts as typed
  const found = await row(
    db,
    { password_hash: 'string?', email: 'string', user_name: 'string', store: 'string?' },
    sql`select u.password_hash, u.email, u.user_name, s.name as store from users u left join stores s on s.id = u.store where u.id = ${actor.id}`,
  )
  const isRight = await isPassword(String(current_password), found?.password_hash ?? null)
  if (!isRight) refuse('wrong password', { fields: { current_password: pack(REFUSALS['wrong password'].text) } })
  const { name: chain } = await chainOf({ config: context.config, db })
  refuseWeakPassword(String(new_password), [found?.user_name, found?.email.split('@')[0], found?.store, chain])
  const hash = await hashPassword(String(new_password))
  await inTransaction(db, async (tx) => {
    await sql`update users set password_hash = ${hash}, password_set_at = now() where id = ${actor.id}`.execute(tx)
    await sql`update sessions set proven_at = now() where id = ${actor.session}`.execute(tx)
    await endSessions(tx, actor, Number(actor.id), 'password changed', { except: actor.session })
  })
  context.sessions.forget(actor.id)
  context.feed.nudge()
  return null
}
