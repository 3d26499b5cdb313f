import { createQueryId, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import type { Sql } from './db.ts'

/**
 * A statement as text with its values in it, for the few that take none beside them, such as COPY. Values stand quoted, so that
 * PostgreSQL finds out their types as it does for bound ones.
 */
export const literalSql = (statement: Sql): string =>
  new LiteralCompiler().compileQuery(statement.toOperationNode(), createQueryId()).sql

class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value))
  }
}

const literal = (value: unknown): string =>
  value === null || value === undefined
    ? 'null'
    : pg.escapeLiteral(Array.isArray(value) ? `{${value.map(element).join(',')}}` : plain(value))

const element = (value: unknown): string =>
  value === null || value === undefined ? 'null' : `"${plain(value).replace(/[\\"]/g, '\\$&')}"`

function plain(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : value
  if (typeof text !== 'string' && typeof text !== 'number' && typeof text !== 'boolean')
    throw new TypeError(`A ${typeof text} is no value of a statement`)
  if (String(text).includes('\u0000')) throw new TypeError('PostgreSQL knows no text that holds a NUL')
  return String(text)
}
