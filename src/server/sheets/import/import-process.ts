/**
 * A process of its own that reads a workbook somebody sent: what is in it can harm only this process, which has a small memory,
 * little time, no database and no secret. It prints lines of JSON.
 */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { pack } from '../../../shared/message.ts'
import { speakAll } from '../../translations.ts'
import type { BookRow } from '../xlsx/book.ts'
import { rowsOf } from '../xlsx/read-book.ts'
import { findHead, HEAD_WITHIN, type Head, plain, toldLabels, unknownLabels } from './import-head.ts'
import { BEGUN, type ImportLine, ROWS_TOLD, takenOrder } from './import-order.ts'
import { RowChecker } from './import-rows.ts'
import { PROBLEMS, Unreadable } from './unreadable.ts'

speakAll()
flushCompileCache()
giveUpWriting()
const input = await buffer(process.stdin)
const order = takenOrder(input.toString('utf8', 0, input.indexOf('\n')))
const file = input.subarray(input.indexOf('\n') + 1)
process.stdout.write(`${BEGUN}\n`)
try {
  await read()
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  await print({ problem: pack(PROBLEMS[error.problem], error.params) })
}
await print({ peak: peak() })

async function read(): Promise<void> {
  let waiting: BookRow[] = []
  let checker: RowChecker | null = null
  let count = 0
  let names: readonly string[] = []
  const choose = (found: readonly string[]): number => {
    names = found.map(plain)
    return Math.max(
      0,
      names.findIndex((name) => order.sheet.includes(name)),
    )
  }
  const tell = async (rows: readonly BookRow[]) => {
    if (!checker) return
    count += rows.length
    if (count > order.rowsMost) throw new Unreadable('too many rows', { max: order.rowsMost })
    const checking = checker
    for (let at = 0; at < rows.length; at += ROWS_TOLD)
      await print({ rows: rows.slice(at, at + ROWS_TOLD).map((row) => checking.check(row)) })
  }
  const noHead = () => {
    const columns = toldLabels(unknownLabels(waiting))
    return columns ? new Unreadable('unknown columns', { columns }) : new Unreadable('nothing known')
  }
  const noKey = (field: string, head: Head) => {
    const columns = toldLabels(head.columns.flatMap((column) => (column.field === null ? [column.label] : [])))
    return columns ? new Unreadable('no key, unknown columns', { field, columns }) : new Unreadable('no key', { field })
  }
  const begin = async () => {
    const head = findHead(waiting, order.fields, order.headings)
    if (!head) throw noHead()
    const given = new Set(head.columns.map(({ field }) => field))
    // By what records need not have, only those are known again that have it.
    const isNeeded = (name: string) => order.key.length > 1 || order.fields[name]?.required === true
    const lacking = order.key.find((name) => isNeeded(name) && !given.has(name))
    if (lacking) throw noKey(order.fields[lacking]?.label ?? lacking, head)
    const missing = Object.entries(order.fields).flatMap(([name, { required, readonly, default: usual }]) =>
      required && !readonly && usual === undefined && !given.has(name) && name !== order.only?.field ? [name] : [],
    )
    await print({ head: head.columns, missing, hasNext: names.some((name) => order.next.includes(name)) })
    checker = new RowChecker(order, head.columns)
    await tell(waiting.filter(({ line }) => line > head.line))
    waiting = []
  }
  for await (const rows of rowsOf(file, { choose, isText: order.isText })) {
    if (checker) await tell(rows)
    else {
      waiting.push(...rows)
      if (waiting.length >= HEAD_WITHIN) await begin()
    }
  }
  if (!checker) await begin()
  if (count === 0) throw new Unreadable('no rows')
  await print({ end: count })
}

/** From here on it may change no file, whatever the workbook makes of it. */
function giveUpWriting(): void {
  const { permission } = process as unknown as { permission: Permission } // newer than the types of Node
  permission.drop('fs.write')
  if (permission.has('fs.write')) throw new Error('Files could still be written')
}

interface Permission {
  drop(scope: string): void
  has(scope: string): boolean
}

/** MB this process held at most; 0 where the system does not say. */
function peak(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function print(line: ImportLine): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
}
