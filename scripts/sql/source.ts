import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { importedFile } from '../imported-file.ts'

export type Expression = ESTree.Expression
export type FunctionNode = ESTree.ArrowFunctionExpression | ESTree.Function
export type Template = ESTree.TemplateLiteral

/** What a name stands for where it is written. */
export type Meaning =
  | { is: 'value'; value: Expression; file: string }
  | { is: 'function'; node: FunctionNode; file: string }
  | { is: 'parameter'; of: FunctionNode; index: number; fallback?: Expression; file: string }
  | undefined

interface Scope {
  start: number
  end: number
  names: Map<string, Meaning | { is: 'import'; from: string; name: string }>
}

interface Source {
  text: string
  /** The whole file first; inner ones come later. */
  scopes: Scope[]
  templates: { node: Template; isRaw: boolean }[]
  /** Of each statement whose rows are read: their shape, and the statement. */
  shapes: { shape: Expression; statement: Expression }[]
}

/** The TypeScript of the product, with what each of its names stands for. */
export class Sources {
  readonly #files = new Map<string, Source>()

  constructor(pattern: string) {
    for (const file of globSync(pattern)) if (!/\.(test|web)\.tsx?$/.test(file)) this.#files.set(file, read(file))
  }

  templates(): { file: string; node: Template; isRaw: boolean }[] {
    return [...this.#files].flatMap(([file, { templates }]) => templates.map((template) => ({ file, ...template })))
  }

  shapes(): { file: string; shape: Expression; statement: Expression }[] {
    return [...this.#files].flatMap(([file, { shapes }]) => shapes.map((one) => ({ file, ...one })))
  }

  placeOf(file: string, position: number): string {
    return `${file}:${this.#files.get(file)?.text.slice(0, position).split('\n').length}`
  }

  meaningOf(file: string, name: string, position: number): Meaning {
    const { scopes = [] } = this.#files.get(file) ?? {}
    const around = scopes.filter((scope) => scope.start <= position && position <= scope.end && scope.names.has(name))
    const found = around.at(-1)?.names.get(name)
    return found?.is === 'import' ? this.meaningOf(found.from, found.name, 0) : found
  }
}

function read(file: string): Source {
  const text = readFileSync(file, 'utf8')
  const { program } = parseSync(file, text, { lang: 'ts' })
  const source: Source = { text, scopes: [{ start: 0, end: text.length, names: new Map() }], templates: [], shapes: [] }
  const open = ({ start, end }: ESTree.Node) => {
    source.scopes.push({ start, end, names: new Map() })
  }
  const name = (identifier: string, at: number, meaning: Meaning) =>
    source.scopes.findLast(({ start, end }) => start <= at && at <= end)?.names.set(identifier, meaning)
  const openFunction = (node: FunctionNode) => {
    open(node)
    for (const [index, parameter] of node.params.entries()) {
      const [taken, fallback] = parameter.type === 'AssignmentPattern' ? [parameter.left, parameter.right] : [parameter]
      if (taken.type === 'Identifier')
        name(taken.name, node.start, { is: 'parameter', of: node, index, fallback, file })
      if (taken.type === 'ObjectPattern')
        for (const property of taken.properties)
          if (property.type === 'Property' && property.value.type === 'Identifier')
            name(property.value.name, node.start, undefined)
    }
  }
  new Visitor({
    ImportDeclaration(node) {
      const from = importedFile(file, node.source.value)
      for (const one of node.specifiers)
        if (from && one.type === 'ImportSpecifier' && one.imported.type === 'Identifier')
          source.scopes[0]?.names.set(one.local.name, { is: 'import', from, name: one.imported.name })
    },
    BlockStatement: open,
    ArrowFunctionExpression: openFunction,
    FunctionExpression: openFunction,
    FunctionDeclaration(node) {
      if (node.id) name(node.id.name, node.start - 1, { is: 'function', node, file })
      openFunction(node)
    },
    VariableDeclarator(node) {
      if (node.id.type === 'Identifier' && node.init)
        name(node.id.name, node.start, { is: 'value', value: node.init, file })
    },
    TaggedTemplateExpression(node) {
      if (isNamed(node.tag, 'sql')) source.templates.push({ node: node.quasi, isRaw: false })
    },
    CallExpression(node) {
      const [given, shape, statement] = node.arguments
      if (isReading(node.callee) && shape && statement)
        source.shapes.push({ shape: shape as Expression, statement: statement as Expression }) // none is spread
      if (given?.type === 'TemplateLiteral' && memberOfSql(node.callee) === 'raw')
        source.templates.push({ node: given, isRaw: true })
    },
  }).visit(program)
  return source
}

const READINGS = ['rows', 'row', 'quickRow', 'contendedRow']
const isReading = (node: ESTree.Node): boolean => READINGS.some((name) => isNamed(node, name))

export const isNamed = (node: ESTree.Node, name: string): boolean => node.type === 'Identifier' && node.name === name

/** `raw` of `sql.raw`. */
export const memberOfSql = (node: ESTree.Node): string | null =>
  node.type === 'MemberExpression' && isNamed(node.object, 'sql') && node.property.type === 'Identifier'
    ? node.property.name
    : null
