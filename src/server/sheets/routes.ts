import { flag } from '../../shared/fields.ts'
import { isMaskedField } from '../../shared/private.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import type { Right } from '../../shared/users/permissions.ts'
import { anyValue, byKey, described, either, namedAnswer, oneOf, rowOf, XLSX } from '../http/answers.ts'
import { del, get, type Needs, post, type Route } from '../http/route.ts'
import type { ModuleOptions } from '../resource/module-options.ts'
import { columnParameter, listParameters } from '../resource/query/parameters.ts'
import { exportList, exportState } from './export/export.ts'
import { UNMASKED, unmaskedExport } from './export/export-unmasked.ts'
import { beginImport, cancelImport, importFile, showImport, startImport } from './import/import.ts'
import { badRows, importTemplate } from './import/import-books.ts'
import { WORKBOOK } from './import/import-receive.ts'

/** What a definition's `sheets` asks for. */
export function sheetRoutes(definition: Definition, serving: ModuleOptions, needs: (flag: Right) => Needs): Route[] {
  const { sheets } = definition
  return [
    ...(sheets.export ? [exportRoute(definition, serving, needs)] : []),
    ...(sheets.export && hasMasked(definition) ? [unmaskedExportRoute(definition, serving, needs)] : []),
    ...(sheets.import ? importRoutes(definition, serving, needs) : []),
  ]
}

const EXPORT = namedAnswer('Export', {
  state: oneOf('running', 'done', 'broken'),
  rows: 'number',
  expected: 'number',
  bytes: 'number',
})

const CELL = either('string', 'number', null)
const importAnswers = (definition: Definition) =>
  ({
    id: 'number',
    file_name: 'string',
    state: oneOf('reading', 'ready', 'importing', 'done', 'failed', 'cancelled'),
    problem: 'string?',
    columns: [{ label: 'string', field: 'string?' }],
    rows_read: 'number',
    counts: { new: 'number', changed: 'number', same: 'number', bad: 'number', warned: 'number', gone: 'number' },
    done: 'number',
    changes_known: 'boolean',
    can_change: 'boolean',
    is_whole: 'boolean',
    next: described('The list that another sheet of this workbook goes to, imported after this one', 'string?'),
    page: 'number',
    perpage: 'number',
    rows: [{ line: 'number', cells: [CELL], said: byKey('string', 'Field to what is wrong with it') }],
    'changes?': [
      { line: 'number', name: 'string', fields: byKey([anyValue('what stands there now, and what the file says')]) },
    ],
    'gone?': [rowOf(definition)],
  }) as const

/** How exports go on, whichever list they are of. */
export const exportRoutes: Route[] = [
  get('export/:id', { needs: 'session', answers: EXPORT, summary: 'How far an own export is' }, (call) =>
    exportState(call),
  ),
]

const exportRoute = (definition: Definition, serving: ModuleOptions, needs: (flag: Right) => Needs): Route =>
  get(
    `${definition.wire}/export`,
    {
      needs: needs('report'),
      mediaType: XLSX,
      summary: `${definition.label} as a workbook, filtered and sorted as the list`,
      query: exported(definition, serving),
    },
    (call) => exportList(definition, serving, call),
  )

const exported = (definition: Definition, { filters }: ModuleOptions) => ({
  ...listParameters(definition, filters),
  columns: columnParameter(definition),
})

const hasMasked = (definition: Definition): boolean => entriesOf(definition).some(([, field]) => isMaskedField(field))

/** The caller gives the password again, and says why. */
const unmaskedExportRoute = (definition: Definition, serving: ModuleOptions, needs: (flag: Right) => Needs): Route =>
  post(
    `${definition.wire}/export`,
    {
      needs: needs(['report', 'other']),
      limit: 'password',
      mediaType: XLSX,
      summary: `${definition.label} as a workbook, phones, e-mails and addresses in full`,
      query: exported(definition, serving),
      body: UNMASKED,
    },
    (call) => unmaskedExport(definition, serving, call),
  )

function importRoutes(definition: Definition, { imports = {} }: ModuleOptions, needs: (flag: Right) => Needs): Route[] {
  const path = `${definition.wire}/import`
  const add = needs('add')
  return [
    post(
      path,
      {
        needs: add,
        limit: 'upload',
        files: WORKBOOK,
        answers: { id: 'number' },
        summary: `A workbook of ${definition.label} to import (multipart, field file)`,
      },
      (call) => beginImport(definition, call),
    ),
    get(
      `${path}/template`,
      { needs: add, mediaType: XLSX, summary: `A workbook to fill in with ${definition.label}` },
      (call) => importTemplate(definition, imports, call),
    ),
    get(
      `${path}/:id`,
      {
        needs: add,
        answers: importAnswers(definition),
        summary: 'How far an own import is, with its bad rows',
        query: {
          page: 'of the rows, 50 each',
          show: 'warned for rows with a warning, changed for what would change, gone for what would go',
        },
      },
      (call) => showImport(definition, imports, call),
    ),
    post(
      `${path}/:id/start`,
      {
        needs: add,
        answers: null,
        summary: 'Import all good rows',
        body: { changes: flag('Existing records, too') },
      },
      (call) => startImport(definition, imports, call),
    ),
    del(`${path}/:id`, { needs: add, answers: null, summary: 'Leave an import that is not written yet' }, (call) =>
      cancelImport(definition, call),
    ),
    get(`${path}/:id/bad`, { needs: add, mediaType: XLSX, summary: 'The bad rows as a workbook, with why' }, (call) =>
      badRows(definition, call),
    ),
    get(`${path}/:id/file`, { needs: add, mediaType: XLSX, summary: 'The workbook as it was sent' }, (call) =>
      importFile(definition, call),
    ),
  ]
}
