import { checkAll, checkValue } from '../../../shared/checks.ts'
import type { Address, Field } from '../../../shared/fields.ts'
import { formatDay } from '../../../shared/format.ts'
import { htmlOfText } from '../../../shared/html.ts'
import { LANGUAGES, tIn } from '../../../shared/language.ts'
import { pack } from '../../../shared/message.ts'
import { isMask, isPrivateField, isSealedField, MASKED, maskOf, tailOf } from '../../../shared/private.ts'
import { type SheetContext, valueOfCell } from '../../../shared/sheet.ts'
import { placeAmong } from '../../../shared/users/shared-records.ts'
import { uniqueKey } from '../../../shared/vietnam/look-alike.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { addressOfText, placed } from '../../places/placed.ts'
import { type BookCell, type BookRow, isUnusable } from '../xlsx/book.ts'
import {
  type CheckedRow,
  type HeadColumn,
  type ImportOrder,
  noneCalled,
  type ShownCell,
  severalCalled,
} from './import-order.ts'

const MANY = ['choices', 'refs', 'files', 'lines']
const NUMBERED = ['digits']

/** Checks rows one by one, by the same checks as a form; what is written twice in the file is found here, too. */
export class RowChecker {
  readonly #order: ImportOrder
  readonly #columns: { at: number; name: string; field: Field }[]
  readonly #known: KnownNames
  readonly #context: SheetContext
  /** Field and value to the line that said it first. */
  readonly #seen = new Map<string, number>()

  constructor(order: ImportOrder, columns: readonly HeadColumn[]) {
    this.#order = order
    this.#columns = columns.flatMap((column, at) => {
      const field = column.field === null ? undefined : order.fields[column.field]
      return column.field !== null && field ? [{ at, name: column.field, field }] : []
    })
    this.#known = knownNames(order)
    this.#context = {
      timeZone: order.timeZone,
      say: (label) => tIn(order.language, label),
      ways: (label) => LANGUAGES.map((language) => tIn(language, label)),
      idOf: (module, written) => this.#called(module, written) ?? null,
    }
  }

  check(row: BookRow): CheckedRow {
    const checked: CheckedRow = { l: row.line, c: this.#shown(row.cells), v: {} }
    const fail = (name: string, message: string) => {
      checked.e = { ...checked.e, [name]: message }
    }
    for (const { at, name, field } of this.#columns) this.#checkCell(row.cells[at] ?? null, name, field, checked, fail)
    this.#place(checked, fail)
    for (const names of this.#order.unique) this.#checkTwice(names, checked, fail)
    return checked
  }

  /** What is private is masked here as well. */
  #shown(cells: readonly BookCell[]): ShownCell[] {
    const found = shown(cells)
    for (const { at, field } of this.#columns) {
      const text = String(found[at] ?? '')
      if (text && isSealedField(field) && !isMask(text)) found[at] = maskOf(field) + tailOf(field, text)
    }
    return found
  }

  #checkCell(cell: BookCell, name: string, field: Field, checked: CheckedRow, fail: Fail): void {
    if (isPrivateField(field) && isMask(cell)) {
      this.#takeMask(name, field, fail)
      return
    }
    const found = this.#checked(cell, name, field)
    if (!found) return
    if ('error' in found) {
      fail(name, found.error)
      return
    }
    if (typeof found.value === 'string' && this.#order.lookedUp.includes(name)) {
      checked.n = { ...checked.n, [name]: found.value }
      return
    }
    checked.v[name] = found.value ?? (MANY.includes(field.kind) ? [] : field.kind === 'flag' ? false : null)
    if (typeof cell === 'number' && NUMBERED.includes(field.kind) && !field.length) {
      const warning = pack('{{field}} was a number: zeros in front of it may be missing', { field: field.label })
      checked.w = { ...checked.w, [name]: warning }
    }
  }

  /** A masked value that went out is no value that comes in: it stays as it is where the record is found again. */
  #takeMask(name: string, field: Field, fail: Fail): void {
    if (field.required && this.#order.key.length === 0) fail(name, pack(MASKED, { field: field.label }))
  }

  /** The value of a cell, what is wrong with it, or null where it says nothing and the usual value stands. */
  #checked(cell: BookCell, name: string, field: Field): { value: unknown } | { error: string } | null {
    if (isUnusable(cell)) return { error: pack(UNUSABLE[cell.unusable], { field: field.label }) }
    const value = this.#valueOf(cell, field)
    if (value === null && this.#order.key.includes(name) && field.default !== undefined) return { value: field.default }
    if (value === null && (field.default !== undefined || this.#order.only?.field === name)) return null
    if (this.#order.closed.includes(name))
      return value === null ? null : { error: pack('You may not fill in {{field}}', { field: field.label }) }
    const unknown = unknownIn(field, value)
    if (unknown !== undefined) {
      const said = unknown.slice(0, NAME_MOST)
      if (this.#order.lookedUp.includes(name)) return { value: said }
      const isShared = this.#called(field.to ?? '', unknown) === null
      return { error: isShared ? severalCalled(field, said) : noneCalled(field, said) }
    }
    const found = checkValue(field, value)
    if (field.kind === 'lines' && value !== null) return checkedLines(name, field, value)
    if (field.kind !== 'address' || 'error' in found || found.value === null) return found
    return { value: placed(found.value as Address) } // its own check saw to it
  }

  #valueOf(cell: BookCell, field: Field): unknown {
    if (isUnusable(cell)) return null
    const value = valueOfCell(cell ?? null, field, this.#context)
    if (Array.isArray(value) && value.length === 0) return null
    if (field.kind === 'address') return typeof cell === 'string' ? addressOfText(cell) : null
    return field.kind === 'richText' && typeof value === 'string' ? htmlOfText(value) : value
  }

  /** The record called so: as it is written, else without regard to diacritics. Null where several are, undefined where none is. */
  #called(module: string, written: string): number | null | undefined {
    const [exactly, folded] = this.#known.get(module) ?? []
    const found = exactly?.get(asWritten(written))
    return found === undefined ? folded?.get(normalizeText(written.trim())) : found
  }

  /** Under a store scope a row belongs to the importer's own stores. */
  #place({ v, e }: CheckedRow, fail: Fail): void {
    const { only, fields } = this.#order
    if (!only || e?.[only.field]) return
    const place = placeAmong(only.stores, v[only.field], fields[only.field]?.kind === 'refs')
    if (place !== undefined) v[only.field] = place
    else fail(only.field, pack('{{field}} is not valid', { field: fields[only.field]?.label ?? '' }))
  }

  #checkTwice(names: readonly string[], { l, v }: CheckedRow, fail: Fail): void {
    const values = names.map((name) => {
      const [value, field] = [v[name] ?? null, this.#order.fields[name]]
      return typeof value === 'string' && field ? uniqueKey(field, value) : value
    })
    if (values.includes(null)) return
    const key = JSON.stringify([...names, ...values])
    const first = this.#seen.get(key)
    if (first === undefined) this.#seen.set(key, l)
    else
      fail(
        names[0] ?? '',
        pack('{{field}} is already in line {{line}}', {
          field: names.map((name) => this.#order.fields[name]?.label ?? name),
          line: first,
        }),
      )
  }
}

/** Letters of a name that is looked for. */
const NAME_MOST = 80

/** What was written for a record and names none, or no single one. */
function unknownIn({ kind }: Field, value: unknown): string | undefined {
  if (kind !== 'ref' && kind !== 'refs') return undefined
  return [value].flat().find((one) => typeof one === 'string')
}

/** Each line by its own fields. */
function checkedLines(name: string, field: Field, value: unknown): { value: unknown } | { error: string } {
  const { values, errors } = checkAll({ [name]: field }, { [name]: value })
  const [wrong] = Object.values(errors)
  return wrong === undefined ? { value: values[name] } : { error: wrong }
}

type Fail = (name: string, message: string) => void

const UNUSABLE = {
  formula: '{{field}} is a formula without a result. Please save the workbook in a spreadsheet first.',
  error: '{{field}} is an error of the spreadsheet',
}

type KnownNames = Map<string, Map<string, number | null>[]>

const asWritten = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/** What people may call the records of a module, exactly and folded; a name that several of them share means none. */
function knownNames({ known }: ImportOrder): KnownNames {
  return new Map(
    Object.entries(known).map(([module, records]) => [
      module,
      [asWritten, (name: string) => normalizeText(name.trim())].map((way) => {
        const names = new Map<string, number | null>()
        for (const [id, ...called] of records)
          for (const name of new Set(called.map(way))) names.set(name, names.has(name) ? null : id)
        return names
      }),
    ]),
  )
}

function shown(cells: readonly BookCell[]): ShownCell[] {
  return Array.from(cells, (cell) => {
    if (cell === null || cell === undefined || typeof cell === 'number') return cell ?? null
    if (isUnusable(cell)) return cell.unusable === 'error' ? '#?' : '=?'
    if (!(cell instanceof Date)) return String(cell)
    const text = cell.toISOString()
    return text.endsWith('T00:00:00.000Z') ? formatDay(text) : `${formatDay(text)} ${text.slice(11, 16)}`
  })
}
