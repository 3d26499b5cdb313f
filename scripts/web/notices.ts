import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export const NOTICES = 'THIRD-PARTY-NOTICES.txt'

interface Package {
  name: string
  version: string
  license?: string | { type?: string }
}

/** Writes the licences of everything that is shipped: what the bundle holds, and what the server runs with. */
export function notices(root: string): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle() {
      const bundled = [...this.getModuleIds()].flatMap((id) => folderOf(id) ?? [])
      const folders = [...new Set([...bundled, ...runtimeFolders(root)])].filter((folder) =>
        existsSync(join(folder, 'package.json')),
      )
      const notices = new Map(folders.map((folder) => noticeOf(folder)))
      const sorted = [...notices].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)
      this.emitFile({ type: 'asset', fileName: NOTICES, source: `${HEAD}\n\n${sorted.join('\n\n')}\n` })
    },
  }
}

/** What a package holds of others and does not name in its licence. */
const WITHIN: Readonly<Record<string, string>> = {
  'zxing-wasm':
    'Its program is ZXing-C++ (github.com/zxing-cpp/zxing-cpp), under the Apache License 2.0, whose text stands elsewhere in this file.',
}

const HEAD = 'This product holds the following works of others, under their own terms.'

/** The package that a module of the bundle is from. */
function folderOf(id: string): string | null {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/@]+)\//.exec(id)?.[1] ?? null
}

/** What the lock file installs without the tools of development, as far as it is for this machine. */
function runtimeFolders(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  } // npm's own shape
  return Object.entries(packages).flatMap(([path, { dev }]) => (path !== '' && !dev ? [join(root, path)] : []))
}

function noticeOf(folder: string): [key: string, text: string] {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package // npm's own shape
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && /^[^.]+(\.(md|txt|mit|apache))?$/i.test(file))
    .toSorted()
  const kind = typeof license === 'string' ? license : (license?.type ?? 'see its text')
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const key = `${name} ${version}`
  return [key, [`${'─'.repeat(80)}\n${key} (${kind})`, ...(WITHIN[name] ? [WITHIN[name]] : []), ...texts].join('\n\n')]
}
