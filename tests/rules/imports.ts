import { readFileSync } from 'node:fs'
import { importedFile } from '../../scripts/imported-file.ts'
import { filesBelow } from '../../scripts/web/files-below.ts'
import { readSource } from '../../scripts/web/sentences.ts'

/** What each file under src imports: at all (types and lazy ones too), and before it runs. */
export interface Imports {
  all: Map<string, string[]>
  first: Map<string, string[]>
}

/** Every file of code under src, by its path from the root of the project. */
export const sourceFiles = (): string[] => filesBelow('.', 'src', /\.tsx?$/)

/** The imports among our own files. */
export function importsOf(files: readonly string[]): Imports {
  const known = new Set(files)
  const all = new Map<string, string[]>()
  const first = new Map<string, string[]>()
  for (const file of files) {
    const { imports, types, dynamic, withCatalog } = readSource(file, readFileSync(file, 'utf8'))
    const own = (named: readonly string[]) =>
      named.flatMap((name) => {
        const path = importedFile(file, name)
        return path && known.has(path) ? [path] : []
      })
    all.set(file, own([...imports, ...types, ...dynamic, ...withCatalog]))
    first.set(file, own(imports))
  }
  return { all, first }
}

/** The groups of files each of which leads back to itself (Tarjan's strongly connected components of two and more). */
export function circlesOf(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    const mine = index.size
    index.set(file, mine)
    let least = mine
    open.push(file)
    for (const next of arrows.get(file) ?? []) {
      if (!index.has(next)) least = Math.min(least, visit(next))
      else if (open.includes(next)) least = Math.min(least, index.get(next) ?? mine)
    }
    if (least !== mine) return least
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1) circles.push(circle.toSorted())
    return least
  }
  for (const file of arrows.keys()) if (!index.has(file)) visit(file)
  return circles
}
