import { sql } from 'kysely'
import { text } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { REFUSALS, refuse } from '../../shared/refusals.ts'
import type { Actor } from '../actor.ts'
import { type Db, row } from '../db/db.ts'
import { type Call, post, type Route } from '../http/route.ts'
import { isPassword } from './password.ts'

const password = text('Password', { required: true, max: 512, verbatim: true })
/** The body of a call that is made with the password. */
export const IN_PERSON = { password }

/** For so long a session is whose password was typed (design/security.md, OWASP ASVS 7.5.1 and 7.5.3). */
const PROVEN_MINUTES = 10

/** Refuses a password that is not that of the person signed in. */
export async function refuseStranger({ actor, db, request }: Call): Promise<void> {
  const { password } = request.body as { password?: unknown } // checked to be a text, and counts as typed
  const known = await row(db, { password_hash: 'string?' }, sql`select password_hash from users where id = ${actor.id}`)
  const isRight = await isPassword(String(password), known?.password_hash ?? null)
  if (!isRight) refuse('wrong password', { fields: { password: pack(REFUSALS['wrong password'].text) } })
}

/** Refuses a session whose password was typed too long ago: somebody else may sit at the screen. An API key has no password. */
export async function refuseUnproven(db: Db, { session, key }: Actor): Promise<void> {
  if (key !== undefined) return
  const found = await row(
    db,
    { is_proven: 'boolean' },
    sql`select proven_at > now() - make_interval(mins => ${PROVEN_MINUTES}) as is_proven from sessions where id = ${session}`,
  )
  if (!found?.is_proven) refuse('unproven')
}

export const provingRoute: Route = post(
  'session/prove',
  {
    needs: 'session',
    limit: 'password',
    body: IN_PERSON,
    answers: null,
    summary: `The own password again: what asks for it may be done for ${PROVEN_MINUTES} minutes`,
  },
  async (call) => {
    await refuseStranger(call)
    await sql`update sessions set proven_at = now() where id = ${call.actor.session}`.execute(call.db)
    return null
  },
)
