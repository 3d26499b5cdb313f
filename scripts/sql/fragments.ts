import { dirname } from 'node:path'
import type { Judge, Verdict } from './judge.ts'
import type { Sources } from './source.ts'
import { type Piece, textOf } from './text.ts'

const NAMELESS = 'nameless'

/** The record as it is read, its row before a step, and no alias at all. */
const OF_THE_RECORD = new Set(['r', 'b', NAMELESS])

/** A part of a statement is judged in statements that it may be a part of: what it reads of `r` must be a column of a table called `r`. */
export class Fragments {
  readonly #judge: Judge
  readonly #tables: readonly string[]
  /** Tables by the alias that they are given, in a folder and anywhere. */
  readonly #aliases = new Map<string, Set<string>>()

  constructor(judge: Judge, tables: readonly string[], sources: Sources) {
    this.#judge = judge
    this.#tables = tables
    for (const { file, node } of sources.templates())
      for (const { value } of node.quasis)
        for (const [, table = '', alias] of (value.cooked ?? '').matchAll(
          /(?:\b(?:from|join|update|into|using)|,)\s+(\w+)\s+(?:as\s+)?(\w+)/gi,
        ))
          if (tables.includes(table)) for (const where of [dirname(file), '']) this.#add(`${where} ${alias}`, table)
  }

  #add(key: string, table: string): void {
    this.#aliases.set(key, (this.#aliases.get(key) ?? new Set()).add(table))
  }

  #tablesOf(alias: string, file: string): string[] {
    const own = file.match(/src\/modules\/([^/]+)/)?.[1]?.replaceAll('-', '_') ?? ''
    const near = [...(this.#aliases.get(`${dirname(file)} ${alias}`) ?? [])]
    if (this.#tables.includes(own) && OF_THE_RECORD.has(alias)) return [own, ...near]
    const anywhere = [...near, ...(this.#aliases.get(` ${alias}`) ?? [])]
    return anywhere.length > 0 ? anywhere : [...this.#tables]
  }

  async judge(pieces: readonly Piece[], file: string): Promise<Verdict> {
    let worst: Verdict | null = null
    for (const wrap of wrapsOf(textOf(pieces))) {
      const verdict = await this.#inside(wrap, pieces, file)
      if (verdict.is === 'right') return verdict
      if (!worst || (worst.is === 'unjudged' && verdict.is === 'wrong')) worst = verdict
    }
    return worst ?? { is: 'unjudged', says: 'it fits nowhere' }
  }

  /** In one surrounding, under all tables that its names may mean. */
  async #inside([before, after]: readonly [string, string], pieces: readonly Piece[], file: string): Promise<Verdict> {
    const chosen = new Map<string, number>()
    let first: Verdict | null = null
    for (let turn = 0; turn < 100; turn += 1) {
      const from = [...chosen].map(([alias, at]) => `${this.#tablesOf(alias, file)[at]} "${alias}"`).join(', ')
      const around = (text: string): Piece => ({
        text: text.replace('◇', from || '(select 1) nothing'),
        file: '',
        at: 0,
      })
      const verdict = await this.#judge.judge([around(before), ...pieces, around(after)], 3)
      if (verdict.is !== 'wrong') return verdict
      const missing = verdict.says.match(/(?:missing|invalid reference to) FROM-clause entry for table "(\w+)"/)?.[1]
      const absent = verdict.says.match(/column (?:(\w+)\.)?"?\w+"? does not exist/)
      const alias = missing ?? (absent ? (absent[1] ?? NAMELESS) : undefined)
      if (alias === undefined || (missing && chosen.has(missing))) return verdict
      const next = chosen.has(alias) ? (chosen.get(alias) ?? 0) + 1 : 0
      if (absent) first ??= verdict
      if (next >= this.#tablesOf(alias, file).length) return first ?? verdict
      chosen.set(alias, next)
    }
    return first ?? { is: 'unjudged', says: 'too many tables' }
  }
}

/** Where a fragment may stand, by how it begins. */
function wrapsOf(text: string): [string, string][] {
  const start = text.trimStart().toLowerCase()
  if (/^(and|or)\b/.test(start)) return [['select 1 from ◇ where true ', '']]
  if (/^(left|join|cross|inner|,)/.test(start)) return [['select 1 from ◇ ', '']]
  if (/^from\b/.test(start)) return [['select 1 ', '']]
  if (/^(order|limit|where|group|for|offset|returning)\b/.test(start)) return [['select 1 from ◇ ', '']]
  if (/^"?\w+"? as (materialized )?\(/.test(start)) return [['with ', ' select 1']]
  return [
    ['select ', ' from ◇'],
    ['select (', ') from ◇'],
    ['select 1 from ◇ where ', ''],
    ['select 1 from ◇ order by ', ''],
    ['select ', ''],
    ['select * from ', ''],
    ['select * from (', ') part'],
    ['with ', ' select 1'],
  ]
}
