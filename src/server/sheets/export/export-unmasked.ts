import { sql } from 'kysely'
import { text } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { REFUSALS, refuse } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import { isPassword } from '../../auth/password.ts'
import { row } from '../../db/db.ts'
import type { Call } from '../../http/route.ts'
import type { ModuleOptions } from '../../resource/module-options.ts'
import { exportList } from './export.ts'

const password = text('Password', { required: true, max: 512, verbatim: true })
export const IN_PERSON = { password }
export const UNMASKED = { reason: text('Reason', { required: true, min: 5, max: 300 }), password }

/** An export in which people can be reached: asked for by its owner in person, with a reason that the audit keeps (design/security.md). */
export async function unmaskedExport(definition: Definition, serving: ModuleOptions, call: Call): Promise<unknown> {
  await refuseStranger(call)
  return exportList(definition, serving, call, String(call.body.reason))
}

/** Refuses who is not the person signed in. */
export async function refuseStranger({ actor, db, request }: Call): Promise<void> {
  const { password } = request.body as { password?: unknown } // checked to be a text, and counts as typed
  const known = await row(db, { password_hash: 'string?' }, sql`select password_hash from users where id = ${actor.id}`)
  const isRight = await isPassword(String(password), known?.password_hash ?? null)
  if (!isRight) refuse('wrong password', { fields: { password: pack(REFUSALS['wrong password'].text) } })
}
