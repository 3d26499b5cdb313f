import { modules } from '../../modules/index.ts'
import { isWorkedOn } from '../../shared/definition/counter-options.ts'
import { RETENTION_REASONS } from '../../shared/definition/definition-options.ts'

/** Days by `module.reason`, where the house says otherwise than the definition; 0 for ever. */
export type Retentions = Readonly<Record<string, number>>

/** Whether there is such a `module.reason`. What reports count as handled or open never goes into the trash by itself. */
export function isRetention(name: string): boolean {
  const [module, reason] = name.split('.')
  return modules.some(
    (one) =>
      one.name === module &&
      one.customer !== undefined &&
      RETENTION_REASONS.some((known) => known === reason && !(known === 'unfinished' && isWorkedOn(one))),
  )
}
