import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** Leaves out of what a browser gets how the database computes a field: it shows the value, and would load the SQL of every register first. */
export function computedFields(root: string): Plugin {
  const source = join(root, 'src/')
  return {
    name: 'computed-fields',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(source) || !code.includes('computed')) return
      const found: ESTree.Span[] = []
      new Visitor({
        CallExpression({ callee, arguments: [_label, _kind, sql] }) {
          if (callee.type === 'Identifier' && callee.name === 'computed' && sql) found.push(sql)
        },
      }).visit(parseSync(id, code).program)
      if (found.length === 0) return
      return { code: found.toReversed().reduce((before, { start, end }) => cut(before, start, end), code), map: null }
    },
  }
}

const cut = (code: string, start: number, end: number): string => `${code.slice(0, start)}''${code.slice(end)}`
