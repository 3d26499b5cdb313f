import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** What each file under src imports: at all (types and lazy ones too), and before it runs. */
export interface Imports {
  all: Map<string, string[]>
  first: Map<string, string[]>
}

const STATEMENT = /^(?:import|export) (type )?(?:(?:\w+(?:, )?)?(\{[^}]*\}|\* as \w+)? from )?'([^']+)'/gm
const LAZY = /import\('([^']+)'\)/g

/** Every file of code under src, by its path from the root of the project. */
export async function sourceFiles(): Promise<string[]> {
  const found = await readdir('src', { recursive: true })
  return found
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('src', name))
    .toSorted()
}

/** The imports among our own files, as Biome writes them: each statement begins a line. */
export async function importsOf(files: readonly string[]): Promise<Imports> {
  const known = new Set(files)
  const all = new Map<string, string[]>()
  const first = new Map<string, string[]>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const own = (path = '') => {
      const target = path.startsWith('#server/')
        ? join('src/server', path.slice(8))
        : normalize(join(dirname(file), path))
      return known.has(target) ? [target] : []
    }
    const statements = [...text.matchAll(STATEMENT)]
    const running = statements.filter(([, type, names]) => !type && !areTypes(names))
    all.set(file, [
      ...statements.flatMap(([, , , path]) => own(path)),
      ...[...text.matchAll(LAZY)].flatMap(([, path]) => own(path)),
    ])
    first.set(
      file,
      running.flatMap(([, , , path]) => own(path)),
    )
  }
  return { all, first }
}

const areTypes = (names = ''): boolean =>
  names.startsWith('{') &&
  names
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .every((name) => name.startsWith('type '))

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
