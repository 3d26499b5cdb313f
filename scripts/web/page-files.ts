import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk

/** The entry of the public pages. */
export const isEntry = ({ facadeModuleId }: Chunk): boolean => facadeModuleId?.endsWith('/public.html') === true

/** The public page of a source, and its words in each language. */
export const partsOf = (chunks: readonly Chunk[], page: string, source: string): Chunk[] =>
  chunks.filter(
    ({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`) || facadeModuleId?.includes(catalogOf(page, '')),
  )

/** Of the words of a page in a language, or in any. */
export const catalogOf = (page: string, language: string): string => `virtual:public-catalog/${page}/${language}`

/** The addresses of what these consist of, and, where it is asked for, of what comes later. */
export function filesOf(parts: readonly Chunk[], byName: ReadonlyMap<string, Chunk>, isDeep: boolean): Set<string> {
  const found = new Set<string>()
  const take = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(`/${chunk.fileName}`)) return
    found.add(`/${chunk.fileName}`)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(`/${style}`)
    for (const name of [...chunk.imports, ...(isDeep ? chunk.dynamicImports : [])]) take(byName.get(name))
  }
  for (const part of parts) take(part)
  return found
}
