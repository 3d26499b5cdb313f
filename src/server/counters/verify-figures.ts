import { tableModules } from '../../modules/index.ts'
import type { Db } from '../db/db.ts'
import { indexPending, rebuildSearchIndex, wrongSearchIndex } from '../search/search.ts'
import { recount, type Wrong, wrongCounts } from './recount.ts'

/** Tells what is wrong, a sentence each, after making right what can be where that is asked; nothing where all is right. */
export type Check = (db: Db, isRepairing: boolean) => Promise<string[]>

interface Verifying {
  /** What the modules themselves keep ahead. */
  checks: readonly Check[]
  isRepairing: boolean
  print: (text: string) => void
}

/** Proves all derived figures against the rows; tells what is wrong, and makes it right where asked. Answers whether all is right at the end. */
export async function verifyFigures(db: Db, { checks, isRepairing, print }: Verifying): Promise<boolean> {
  let isRight = true
  for (const module of tableModules.filter((one) => one.counters)) {
    const began = performance.now()
    let wrong = await wrongCounts(db, module)
    for (const one of wrong) print(tell(one))
    if (wrong.length > 0 && isRepairing) {
      print(`${module.name}: the counts are made anew …`)
      await recount(db, module)
      wrong = await wrongCounts(db, module)
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    print(`${module.name}: ${wrong.length === 0 ? 'every count equals its rows' : 'WRONG counts'} (${seconds} s)`)
    isRight &&= wrong.length === 0
  }
  for (const module of tableModules.filter((one) => one.separateSearchIndex)) {
    while (await indexPending(db, module));
    let wrong = await wrongSearchIndex(db, module)
    if (wrong > 0 && isRepairing) {
      print(`${module.name}: the words of ${wrong} records are written anew …`)
      await rebuildSearchIndex(db, module)
      wrong = await wrongSearchIndex(db, module)
    }
    print(`${module.name}: ${wrong === 0 ? 'every record is found by its words' : `WRONG words of ${wrong} records`}`)
    isRight &&= wrong === 0
  }
  for (const check of checks)
    for (const sentence of await check(db, isRepairing)) {
      isRight = false
      print(sentence)
    }
  return isRight
}

const tell = ({ table, key, stored, counted }: Wrong): string => {
  const place = Object.entries(key)
    .map(([name, value]) => `${name} ${value || '–'}`)
    .join(', ')
  return `${table}: ${place}: stored ${JSON.stringify(stored)}, counted ${JSON.stringify(counted)}`
}
