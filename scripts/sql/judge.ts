import pg from 'pg'
import type { Piece } from './text.ts'

/** What PostgreSQL says of a statement: nothing, a name it does not know, or that it cannot be judged in this form. */
export type Verdict =
  | { is: 'right'; text: string }
  | { is: 'wrong'; says: string; at: Piece }
  | { is: 'unjudged'; says: string }

const MISSING = new Set(['42703', '42P01', '42883', '42704'])
const SYNTAX = '42601'
const UNDEFINED_COLUMN = '42703'
/** All names are known, only a bound value's type is not: it has no column beside it to tell. */
const UNTYPED = '42P18'
const PREPARE = 'prepare judged as '
const HOLES_MOST = 12

/** What may stand for a hole: first what its place in the statement suggests, then whatever PostgreSQL accepts there. */
function standIns(before: string, kind: 'value' | 'name'): string[] {
  const anything = ['', 'select * from ◆ r', 'select id from ◆ r', 'null::text', 'true', 'null::jsonb', '1', 'id']
  if (/(?<!distinct )\b(from|join|into|update|table)\s+$|null::$/i.test(before))
    return ['◆', '(select * from ◆ r)', ...anything]
  if (/\b(from|join|exists|materialized|as)\s*\($/i.test(before))
    return ['select * from ◆ r', ...(kind === 'value' ? ['$'] : ['id']), ...anything]
  if (/\bset\s+$/i.test(before))
    return kind === 'name' ? ['created_at', 'name', 'id'] : ['created_at = default', '', '$']
  if (/into \S+ \([^)]*$/i.test(before)) return ['created_at', 'deleted_at']
  if (/'$/.test(before)) return ['1', '']
  return kind === 'value' || !/[."]$|\bas $/.test(before)
    ? ['$', ...anything]
    : ['id', 'created_at', 'name', 'created_by', ...anything]
}

interface Failure {
  code: string
  says: string
  /** Of the piece that it is about, and how far within. */
  index: number
  offset: number
  where: string
}

/** Lets PostgreSQL prepare statements, which reads every name in them and runs nothing. */
export class Judge {
  readonly #client: pg.ClientBase
  /** Stand-ins for tables that only the running program names. */
  readonly #tables: readonly string[]
  /** The statement that PostgreSQL took last. */
  #accepted = ''

  constructor(client: pg.ClientBase, tables: readonly string[]) {
    this.#client = client
    this.#tables = tables
  }

  async judge(pieces: readonly Piece[], turns = 60): Promise<Verdict> {
    const filled: string[] = []
    const choices = pieces.map((piece) => {
      const stands = 'hole' in piece ? standIns(filled.join(''), piece.hole) : [piece.text]
      filled.push(stands[0] ?? '')
      return stands
    })
    const seen = new Set<string>()
    let failure = await this.#prepare(filled)
    while (failure && seen.size < turns && !isNameUnknown(failure, pieces)) {
      seen.add(failure.where)
      const next: Failure | null | undefined = await this.#mended(pieces, filled, choices, failure, seen)
      if (next === undefined) break
      failure = next
    }
    if (!failure) return { is: 'right', text: this.#accepted }
    const at = pieces[failure.index]
    return MISSING.has(failure.code) && at && !('hole' in at)
      ? { is: 'wrong', says: failure.says, at: { ...at, at: at.at + failure.offset } }
      : { is: 'unjudged', says: `${failure.says} (${failure.where})` }
  }

  /** Tries other stand-ins for the holes before the failure, the nearest first, until it fails elsewhere or not at all. */
  async #mended(
    pieces: readonly Piece[],
    filled: string[],
    choices: readonly string[][],
    failure: Failure,
    seen: ReadonlySet<string>,
  ): Promise<Failure | null | undefined> {
    const holes = pieces.flatMap((piece, at) => ('hole' in piece && at <= failure.index ? [at] : [])).reverse()
    for (const hole of holes.slice(0, HOLES_MOST))
      for (const stand of choices[hole] ?? []) {
        const before = filled[hole] ?? ''
        if (stand === before) continue
        filled[hole] = stand
        const next = await this.#prepare(filled)
        if (!next || (!seen.has(next.where) && (next.code !== SYNTAX || failure.code === SYNTAX))) return next
        filled[hole] = before
      }
    return undefined
  }

  /** Under the first table that it fits, where a table is a hole. */
  async #prepare(filled: readonly string[]): Promise<Failure | null> {
    let first: Failure | null = null
    for (const table of filled.some((part) => part.includes('◆')) ? this.#tables : ['']) {
      const { text, starts } = written(filled, table)
      const error = await this.#try(text)
      if (!error) {
        this.#accepted = text
        return null
      }
      const position = Number(error.position ?? 1) - 1 - PREPARE.length
      const index = Math.max(
        0,
        starts.findLastIndex((start) => start <= position),
      )
      first ??= {
        code: error.code ?? '',
        says: error.message,
        index,
        offset: position - (starts[index] ?? 0),
        where: `${text.slice(Math.max(0, position - 30), position)}▸${text.slice(position, position + 40)}`,
      }
      if (!MISSING.has(error.code ?? '')) break
    }
    return first
  }

  async #try(text: string): Promise<pg.DatabaseError | null> {
    try {
      await this.#client.query(`${PREPARE}${text};deallocate judged`)
      return null
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      return error.code === UNTYPED ? null : error
    }
  }
}

/** No other stand-in mends a name that the source itself writes. */
function isNameUnknown({ code, says, index }: Failure, pieces: readonly Piece[]): boolean {
  const piece = pieces[index]
  return (code === UNDEFINED_COLUMN || says.includes('FROM-clause')) && piece !== undefined && !('hole' in piece)
}

/** The statement with its stand-ins, and where each piece begins in it. */
function written(filled: readonly string[], table: string) {
  let text = ''
  let values = 0
  const starts = filled.map((part) => {
    const start = text.length
    if (part === '$') values += 1
    text += part === '$' ? `$${values}` : part.replaceAll('◆', table)
    return start
  })
  return { text, starts }
}
