import { text } from '../../../shared/fields.ts'
import type { Definition } from '../../../shared/resource.ts'
import { IN_PERSON, refuseStranger } from '../../auth/in-person.ts'
import type { Call } from '../../http/route.ts'
import type { ModuleOptions } from '../../resource/module-options.ts'
import { exportList } from './export.ts'

export const UNMASKED = { reason: text('Reason', { required: true, min: 5, max: 300 }), ...IN_PERSON }

/** An export in which people can be reached: asked for by its owner in person, with a reason that the audit keeps (design/security.md). */
export async function unmaskedExport(definition: Definition, serving: ModuleOptions, call: Call): Promise<unknown> {
  await refuseStranger(call)
  return exportList(definition, serving, call, String(call.body.reason))
}
