import type { Judged } from '#server/resource/module-options.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import type { KeptItem } from '../../shared/tasks/template.ts'

/** What the fields cannot say by themselves. */
export const judgeTemplate = (columns: Columns, { old }: Pick<Judged, 'old'>): Record<string, string> =>
  wrongOf({ ...old, ...columns })

export function refuseWrong(columns: Columns, old?: unknown): Columns {
  const fields = wrongOf({ ...(isRow(old) ? old : {}), ...columns })
  refuseFields(fields)
  return columns
}

/** A hook of a new record is told about the request in the place of an old row. */
const isRow = (old: unknown): old is Columns => typeof old === 'object' && old !== null && 'version' in old

export function wrongOf({ holder, approved_by, department, checklist }: Columns): Record<string, string> {
  const isOfDepartment =
    holder === 'department_leader' || holder === 'department_manager' || approved_by === 'department_manager'
  const items: readonly KeptItem[] = Array.isArray(checklist) ? checklist : []
  const turned = items.flatMap(({ least, most }, at): [string, string][] =>
    typeof least === 'number' && typeof most === 'number' && least > most
      ? [[`checklist.${at}.most`, pack('{{field}} must not be below the least', { field: 'Most' })]]
      : [],
  )
  return {
    ...(isOfDepartment && (department ?? null) === null && { department: pack('Please choose department') }),
    ...Object.fromEntries(turned),
  }
}
