import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { filesBelow } from './files-below.ts'

const VIRTUAL = 'virtual:mantine-styles.css'
/** What all parts build on, in the package's own order; the first page brings it. */
const GROUND = [
  'baseline',
  'global',
  'ScrollArea',
  'UnstyledButton',
  'VisuallyHidden',
  'Paper',
  'Popover',
  'CloseButton',
  'Group',
  'Loader',
  'Overlay',
  'ModalBase',
  'Input',
  'Flex',
  'FloatingIndicator',
  'ActionIcon',
]

/** Each source file that imports Mantine components brings their styles, and those of the parts they are made of. */
export function mantineStyles(root: string): Plugin {
  const home = join(root, 'node_modules/@mantine/core')
  const sheet = (name: string) => join(home, 'styles', `${name}.css`)
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load: (id) =>
      id === `\0${VIRTUAL}` ? GROUND.map((name) => readFileSync(sheet(name), 'utf8')).join('\n') : undefined,
    transform(code, id) {
      if (!id.startsWith(join(root, 'src')) || !/\.tsx?$/.test(id)) return
      const names = [...withParts(home, importedNames(code))].filter(
        (name) => !GROUND.includes(name) && existsSync(sheet(name)),
      )
      if (names.length === 0) return
      return { code: code + names.map((name) => `\nimport '@mantine/core/styles/${name}.css'`).join(''), map: null }
    },
  }
}

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'@mantine\/(core|dates|schedule|tiptap|charts)'/g
/** Parts of core that the other packages draw with. */
const BELOW: Record<string, readonly string[]> = {
  dates: ['Input', 'InputBase', 'Popover', 'Modal', 'Select'],
  schedule: ['Popover', 'ScrollArea'],
  tiptap: ['Tooltip', 'Popover', 'TextInput', 'Button'],
  charts: ['Paper'],
}

function importedNames(code: string): string[] {
  return [...code.matchAll(IMPORT)].flatMap(([, list = '', from = '']) => {
    const names = list.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
    return [...names.filter((name) => !name.startsWith('type ')), ...(BELOW[from] ?? [])]
  })
}

/** Follows the package's own imports from each component to the ones below it. */
function withParts(home: string, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const part of partsOf(home, name)) visit(part)
  }
  for (const name of names) visit(name)
  return found
}

const FOLDERS = ['esm/components', 'esm/utils']
/** The folder of an imported component, its own or one within. */
const PART = /from "\.[^"]*\/([A-Z]\w+)\/[A-Z]\w+\.mjs"/g
const known = new Map<string, string[]>()

function partsOf(home: string, name: string): string[] {
  const remembered = known.get(name)
  if (remembered) return remembered
  const files = FOLDERS.flatMap((folder) => filesBelow(home, join(folder, name), /\.mjs$/))
  const imports = files.flatMap((file) => [...readFileSync(join(home, file), 'utf8').matchAll(PART)])
  const parts = imports.map(([, part = '']) => part)
  known.set(name, parts)
  return parts
}
