import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', ...globSync('docs/**/*.md')]
const FILES = globSync('{src,tests,scripts,docs,bench,deploy,locales}/**/*').map((path) => path.replaceAll('\\', '/'))
const NAMED = /`((?:[\w.@-]+\/)*[\w.-]+\.(?:tsx?|md|sql|css))`/g
/** Files that a reader makes by following the document, and endings that stand for many. */
const isExample = (path: string): boolean => /(?:^|\/)(?:x\.|cold-)/.test(path)
const isThere = (path: string): boolean => existsSync(path) || FILES.some((file) => file.endsWith(`/${path}`))

test.each(DOCUMENTS)('%s names files that exist, and its links lead somewhere', (document) => {
  const text = readFileSync(document, 'utf8')
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
  const named = [...prose.matchAll(NAMED)].map(([, path = '']) => path).filter((path) => !isExample(path))
  expect(named.filter((path) => !isThere(path))).toEqual([])
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = '']) => path)
  expect(links.filter((path) => !existsSync(join(dirname(document), path)))).toEqual([])
})
