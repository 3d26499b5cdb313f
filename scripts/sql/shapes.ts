import type pg from 'pg'
import type { ColumnKind, Shape } from '../../src/server/db/shape.ts'
import type { Finding } from './check.ts'
import type { Judge } from './judge.ts'
import { type Described, mismatchOf } from './shape-types.ts'
import type { Expression, Sources } from './source.ts'
import { type Piece, textOf, Writer } from './text.ts'

/** The shapes whose statement the source tells whole, compared with the columns that PostgreSQL describes for it. */
export async function checkShapes(
  client: pg.ClientBase,
  judge: Judge,
  sources: Sources,
  isAsked: (file: string) => boolean,
) {
  const writer = new Writer(sources, 0)
  const findings: Pick<Finding, 'place' | 'says'>[] = []
  let compared = 0
  const all = sources.shapes().filter(({ file }) => isAsked(file))
  for (const { file, shape: written, statement } of all) {
    const shape = shapeOf(written, file, sources)
    const pieces = shape && writer.statement(statement, file)
    const verdict = pieces && isKnown(pieces) && (await judge.judge(pieces))
    const columns = verdict && verdict.is === 'right' && (await describe(client, verdict.text))
    if (!columns) continue
    compared += 1
    const unknown = unknownColumns(pieces)
    const known = Object.entries(shape).filter(([name]) => !unknown.has(name))
    const says = mismatchOf(Object.fromEntries(known), columns)
    if (says) findings.push({ place: sources.placeOf(file, written.start), says })
  }
  return { findings, compared, total: all.length }
}

/** Whether the statement itself is written in the source, and not only parts of it. */
const isKnown = (pieces: readonly Piece[]): boolean => !/^◇|\* from \(?◇/.test(textOf(pieces))

/** Columns that stand for what only the running program knows: another value stood there when PostgreSQL was asked. */
const unknownColumns = (pieces: readonly Piece[]): Set<string> =>
  new Set([...textOf(pieces).matchAll(/◇\)?(?:::\w+)?\s+as\s+"?(\w+)/g)].flatMap(([, name]) => name ?? []))

/** A shape as the source writes it; null where only the running program knows it. */
function shapeOf(node: Expression, file: string, sources: Sources): Shape | null {
  const value = node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? node.expression : node
  if (value.type === 'Identifier') {
    const found = sources.meaningOf(file, value.name, value.start)
    return found?.is === 'value' ? shapeOf(found.value, found.file, sources) : null
  }
  if (value.type !== 'ObjectExpression') return null
  const shape: Record<string, ColumnKind> = {}
  for (const property of value.properties) {
    if (property.type === 'SpreadElement') Object.assign(shape, shapeOf(property.argument, file, sources))
    else if (property.key.type === 'Identifier' || property.key.type === 'Literal') {
      const kind = kindOf(property.value)
      if (!kind) return null
      shape[property.key.type === 'Identifier' ? property.key.name : String(property.key.value)] = kind
    }
  }
  return shape
}

function kindOf(node: Expression): ColumnKind | null {
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier')
    return node.callee.name === 'jsonOf' ? 'json' : node.arguments[0] ? kindOf(node.arguments[0] as Expression) : null // no spread there
  return node.type === 'Literal' && typeof node.value === 'string' ? (node.value.replace('?', '') as ColumnKind) : null // the compiler knows the kinds
}

/** The columns that a statement would give; it is not run. Null where the types of its values cannot be told. */
const describe = (client: pg.ClientBase, text: string): Promise<Described[] | null> =>
  new Promise((resolve) => {
    let columns: Described[] = []
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ text, name: '', types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: ({ fields }: { fields: Described[] }) => {
        columns = fields
      },
      handleParseComplete() {},
      handleError: () => resolve(null),
      handleReadyForQuery: () => resolve(columns),
    } as unknown as pg.Submittable) // as the driver asks it of a query
  })
