import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { importedFile } from '../imported-file.ts'
import { isFormFile } from './public-pages.ts'
import { readSource, type Source } from './sentences.ts'

/** The sources of the product by what they import; each is parsed once for as long as it does not change. */
export class SourceGraph {
  readonly #root: string
  readonly #known = new Map<string, { changed: number; source: Source }>()

  constructor(root: string) {
    this.#root = root
  }

  /**
   * The files (from the root) that entries bring: `all` of what they import at once or later, `opening` without what `withCatalog`
   * and `import.meta.glob` load, since sentences of their own come with it. Of a public form the browser gets the values, not what they are read from.
   * @param ends files that are neither read nor followed
   */
  reached(entries: readonly string[], extent: 'all' | 'opening', ends: readonly string[] = []): Set<string> {
    const found = new Set(entries)
    // A set that grows while it is walked is walked to its new end.
    for (const file of found) {
      if (isFormFile(file)) continue
      const { imports, dynamic, withCatalog, globs } = this.#read(file)
      const more = extent === 'all' ? [...withCatalog, ...globs.flatMap((glob) => this.#matching(file, glob))] : []
      for (const path of [...imports, ...dynamic, ...more]) {
        const own = importedFile(file, path)
        if (own && /\.tsx?$/.test(own) && !ends.includes(own)) found.add(own)
      }
    }
    return found
  }

  /** Every text in the files that may be looked up in a catalog. */
  textsOf(files: Iterable<string>): Set<string> {
    const texts = [...files].flatMap((file) => this.#read(file).texts)
    return new Set(texts.filter(({ place }) => place !== 'raw').map(({ text }) => text))
  }

  /** Whether a file (its full path) has been read for a catalog. */
  isKnown(path: string): boolean {
    return this.#known.has(relative(this.#root, path))
  }

  #matching(file: string, glob: string): string[] {
    return globSync(glob, { cwd: join(this.#root, dirname(file)) }).map((path) => `./${path}`)
  }

  #read(file: string): Source {
    const path = join(this.#root, file)
    const changed = statSync(path).mtimeMs
    const known = this.#known.get(file)
    if (known?.changed === changed) return known.source
    const source = readSource(file, readFileSync(path, 'utf8'))
    this.#known.set(file, { changed, source })
    return source
  }
}
