import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { filesBelow } from './files-below.ts'

const VIRTUAL = 'virtual:mantine-styles.css'
const FIRST = ['baseline', 'default-css-variables', 'global']
/** Parts that others build on come before what overrides them, as in the package's own order. */
const GROUND = ['ScrollArea', 'UnstyledButton', 'VisuallyHidden', 'Paper', 'Popover', 'CloseButton', 'Group', 'Loader', 'Overlay', 'ModalBase', 'Input', 'Flex', 'FloatingIndicator', 'ActionIcon']

/** The styles of exactly those Mantine components that the sources import, and of those they are made of. */
export function mantineStyles(root: string): Plugin {
  const home = join(root, 'node_modules/@mantine/core')
  return {
    name: 'mantine-styles',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return
      const used = withParts(home, importedNames(root))
      const ordered = [...FIRST, ...GROUND.filter((name) => used.has(name)), ...[...used].filter((name) => !GROUND.includes(name)).sort()]
      const sheets = ordered.map((name) => join(home, 'styles', `${name}.css`)).filter((file) => existsSync(file))
      return sheets.map((file) => readFileSync(file, 'utf8')).join('\n')
    },
  }
}

function importedNames(root: string): Set<string> {
  const files = [...filesBelow(root, 'src/web', /\.tsx?$/), ...filesBelow(root, 'src/modules', /\.web\.tsx?$/)]
  const names = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(/import\s*\{([^}]*)\}\s*from\s*'@mantine\/(?:core|dates|tiptap|charts)'/g)].flatMap(([, list = '']) => list.split(','))
  })
  return new Set(names.map((name) => name.replace(/^\s*type\s+/, '').split(/\s+as\s+/)[0]?.trim() ?? ''))
}

/** Follows the package's own imports from each component to the ones below it. */
function withParts(home: string, names: Set<string>): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    const parts = found.has(name) ? [] : filesBelow(home, join('esm/components', name), /\.mjs$/)
    if (parts.length === 0) return
    found.add(name)
    for (const part of parts) {
      for (const [, below = ''] of readFileSync(join(home, part), 'utf8').matchAll(/from "(?:\.\.\/)+(?:components\/)?([A-Z]\w+)\//g)) visit(below)
    }
  }
  for (const name of names) visit(name)
  for (const always of ['Button', 'Input', 'InputBase', 'Popover', 'Combobox', 'Select', 'NumberInput', 'UnstyledButton', 'CloseButton', 'ActionIcon']) visit(always)
  return found
}
