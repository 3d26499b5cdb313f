import { modules } from '../../modules/index.ts'
import { isWorkedOn } from '../../shared/definition/counter-options.ts'
import { RETENTION_REASONS } from '../../shared/definition/definition-options.ts'

/** Days by `module.reason`, where the house says otherwise than the definition; 0 for ever. */
export type Retentions = Readonly<Record<string, number>>

/** Whether there is such a `module.reason`: any of a customer's records, else what the definition names. What reports count as handled or open never goes into the trash by itself. */
export function isRetention(name: string): boolean {
  const [module, reason] = name.split('.')
  return modules.some(
    (one) =>
      one.name === module &&
      RETENTION_REASONS.some(
        (known) =>
          known === reason &&
          (one.customer !== undefined || one.retention?.[known] !== undefined) &&
          !(known === 'unfinished' && isWorkedOn(one)),
      ),
  )
}
