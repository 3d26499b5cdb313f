import type { Flag } from '../../shared/permissions.ts'
import type { Definition } from '../../shared/resource.ts'
import { get, type Needs, type Route } from '../http/route.ts'
import type { Serving } from '../resource/serving.ts'
import { exportList, exportState } from './export.ts'

/** What a definition's `sheets` asks for. */
export function sheetRoutes(definition: Definition, serving: Serving, needs: (flag: Flag) => Needs): Route[] {
  const { wire, label, sheets } = definition
  const exporting = get(
    `${wire}/export`,
    {
      needs: needs('report'),
      isRaw: true,
      summary: `${label} as a workbook, filtered and sorted as the list`,
      query: { columns: 'names of fields in the wished order, * for all; those of the list by default' },
    },
    (call) => exportList(definition, serving, call),
  )
  return sheets.export ? [exporting] : []
}

/** How exports go on, whichever list they are of. */
export const exportRoutes: Route[] = [
  get('export/:id', { needs: 'session', summary: 'How far an own export is' }, (call) => exportState(call)),
]
