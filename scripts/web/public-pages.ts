import { basename } from 'node:path'
import { PUBLIC_PAGE_NAMES } from '../../src/modules/public-pages.ts'
import { filesBelow } from './files-below.ts'

/** The source of each public page, by its name: the one file `<name>.public.tsx`. Throws where a page has none, or two. */
export function publicPages(root: string): Record<string, string> {
  const files = ['src/modules', 'src/web/public'].flatMap((folder) => filesBelow(root, folder, /\.public\.tsx$/))
  return Object.fromEntries(
    PUBLIC_PAGE_NAMES.map((page) => {
      const [file, second] = files.filter((one) => basename(one) === `${page}.public.tsx`)
      if (!file || second) throw new Error(`The public page ${page} needs one file ${page}.public.tsx`)
      return [page, file]
    }),
  )
}
