import type { ESTree } from 'vite'
import { type Expression, type FunctionNode, memberOfSql, type Sources, type Template } from './source.ts'

/** A piece of a statement: words written at a place of the source, or something that only the running program knows. */
export type Piece = { text: string; file: string; at: number } | { hole: 'value' | 'name'; what: string }

export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => ('hole' in piece ? '◇' : piece.text)).join('')

/** The arguments that a function was called with. */
interface Call {
  of: FunctionNode
  given: readonly ESTree.Argument[]
  file: string
  outer: Call | null
}

/** Where a name or a condition is met while a statement is put together. */
interface Where {
  file: string
  call: Call | null
  depth: number
}

const DEPTH_MOST = 14
type At = ESTree.Node

/**
 * The text of `sql` templates as the source alone tells it: constants, functions and conditions are followed to the templates they
 * give. What only the running program knows stays a hole.
 * @param branch which side of `a ? b : c`, `a ?? b` and of several returns is taken
 */
export class Writer {
  readonly #sources: Sources
  readonly #branch: number
  /** Every template that a statement was made of. */
  readonly used = new Set<Template>()

  constructor(sources: Sources, branch: number) {
    this.#sources = sources
    this.#branch = branch
  }

  template(node: Template, file: string, isRaw: boolean): Piece[] {
    this.used.clear()
    return this.#template(node, { file, call: null, depth: 0 }, isRaw)
  }

  /** A statement given by any expression; null where the source does not tell it. */
  statement(node: Expression, file: string): Piece[] | null {
    this.used.clear()
    return this.#sql(node, { file, call: null, depth: 0 })
  }

  #template(node: Template, where: Where, isRaw: boolean): Piece[] {
    this.used.add(node)
    return node.quasis.flatMap((quasi, index): Piece[] => {
      const text: Piece = { text: quasi.value.cooked ?? '', file: where.file, at: quasi.start }
      const hole = node.expressions[index]
      if (!hole) return [text]
      const known = isRaw ? this.#words(hole, where) : this.#sql(hole, where)
      return [text, ...(known ?? [{ hole: isRaw ? 'name' : 'value', what: hole.type }])]
    })
  }

  /** What an expression gives as SQL; null where it is a bound value, or not known. */
  #sql(node: At, outer: Where): Piece[] | null {
    if (outer.depth > DEPTH_MOST) return null
    const where = { ...outer, depth: outer.depth + 1 }
    switch (node.type) {
      case 'TaggedTemplateExpression':
        return this.#template(node.quasi, where, false)
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'AwaitExpression':
        return this.#sql('expression' in node ? node.expression : node.argument, where)
      case 'ConditionalExpression':
        return this.#either([node.consequent, node.alternate], where)
      case 'LogicalExpression':
        return this.#either([node.left, node.right], where)
      case 'CallExpression':
        return this.#call(node, where)
      case 'Identifier':
      case 'MemberExpression':
        return this.#follow(node, where, (value, there) => this.#sql(value, there))
      default:
        return null
    }
  }

  #either(sides: At[], where: Where): Piece[] | null {
    const order = this.#branch % 2 === 0 ? sides : sides.toReversed()
    for (const side of order) {
      const found = this.#sql(side, where)
      if (found) return found
    }
    return null
  }

  #call({ callee, arguments: given }: ESTree.CallExpression, where: Where): Piece[] | null {
    const [first] = given
    const called = callee.type === 'Identifier' ? callee.name : null
    const member = memberOfSql(callee)
    if (first && (member === 'raw' || member === 'lit'))
      return member === 'raw' ? this.#words(first, where) : this.#literal(first, where)
    if (first && (member === 'id' || member === 'ref' || member === 'table' || called === 'ident'))
      return this.#words(first, where) ?? [{ hole: 'name', what: member ?? 'ident' }]
    if (called === 'json')
      return [
        { hole: 'value', what: 'json' },
        { text: '::jsonb', file: where.file, at: callee.start },
      ]
    if (first && called === 'fixed') return this.#sql(first, where)
    if (called === 'fixedOnce' && given[1]) return this.#result(given[1], [], where)
    const separator = given[1] && this.#sql(given[1], where)
    if (first?.type === 'ArrayExpression' && (called === 'all' || member === 'join')) {
      const parts = first.elements.map((element) => element && this.#sql(element, where))
      const between = separator ?? [{ text: called === 'all' ? ' and ' : ', ', file: where.file, at: first.start }]
      return parts.flatMap((part, index) => [
        ...(index > 0 ? between : []),
        ...(part ?? [{ hole: 'value' as const, what: 'part' }]),
      ])
    }
    return callee.type === 'Identifier' ? this.#result(callee, given, where) : null
  }

  #result(callee: At, given: readonly ESTree.Argument[], where: Where): Piece[] | null {
    if (callee.type === 'ArrowFunctionExpression' || callee.type === 'FunctionExpression')
      return this.#returned(callee, given, where, where)
    if (callee.type !== 'Identifier') return null
    const found = this.#sources.meaningOf(where.file, callee.name, callee.start)
    if (found?.is === 'function') return this.#returned(found.node, given, where, { ...where, file: found.file })
    if (found?.is === 'value' && /Function/.test(found.value.type))
      return this.#returned(found.value as FunctionNode, given, where, { ...where, file: found.file }) // both ESTree functions
    return null
  }

  #returned(of: FunctionNode, given: readonly ESTree.Argument[], caller: Where, where: Where): Piece[] | null {
    const inside = { ...where, call: { of, given, file: caller.file, outer: caller.call } }
    if (!of.body) return null
    if (of.body.type !== 'BlockStatement') return this.#sql(of.body, inside)
    const returns = returnsOf(of.body.body)
    const chosen = this.#branch < 2 ? returns : returns.toReversed()
    for (const value of chosen) {
      const found = this.#sql(value, inside)
      if (found) return found
    }
    return null
  }

  /** What a name, or a property of one, was given. */
  #follow<T>(node: At, where: Where, then: (value: At, there: Where) => T | null): T | null {
    if (node.type === 'MemberExpression') {
      const key = keyOf(node)
      return this.#follow(node.object, where, (value, there) => {
        const object = 'expression' in value && typeof value.expression === 'object' ? value.expression : value
        if (object.type !== 'ObjectExpression') return null
        const property = object.properties.find(
          (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === key,
        )
        return property?.type === 'Property' ? then(property.value, there) : null
      })
    }
    if (node.type === 'ObjectExpression') return then(node, where)
    if (node.type !== 'Identifier') return null
    const found = this.#sources.meaningOf(where.file, node.name, node.start)
    if (found?.is === 'value') return then(found.value, { ...where, file: found.file })
    if (found?.is !== 'parameter') return null
    let call = where.call
    while (call && call.of !== found.of) call = call.outer
    const given = call?.given[found.index]
    if (call && given) return then(given, { ...where, file: call.file, call: call.outer })
    return found.fallback ? then(found.fallback, { ...where, file: found.file }) : null
  }

  /** A text of the program that becomes part of the statement as it is. */
  #words(node: At, outer: Where): Piece[] | null {
    if (outer.depth > DEPTH_MOST) return null
    const where = { ...outer, depth: outer.depth + 1 }
    if (node.type === 'Literal' && typeof node.value === 'string')
      return [{ text: node.value, file: where.file, at: node.start }]
    if (node.type === 'TemplateLiteral') return this.#template(node, where, true)
    if (node.type === 'MemberExpression' && keyOf(node) === 'table') {
      const table = this.#follow(node.object, where, (value, there) => this.#tableOf(value, there))
      return table ?? [{ hole: 'name', what: 'table' }]
    }
    if (node.type === 'ConditionalExpression')
      return this.#words(this.#branch % 2 === 0 ? node.consequent : node.alternate, where)
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      const found = this.#sources.meaningOf(where.file, node.callee.name, node.start)
      const of = found?.is === 'function' ? found.node : found?.is === 'value' ? found.value : null
      if (of?.type !== 'ArrowFunctionExpression' || of.body.type === 'BlockStatement' || !found) return null
      return this.#words(of.body, {
        ...where,
        file: found.file,
        call: { of, given: node.arguments, file: where.file, outer: where.call },
      })
    }
    return this.#follow(node, where, (value, there) => this.#words(value, there))
  }

  /** Of a definition. */
  #tableOf(node: At, { file }: Where): Piece[] | null {
    if (node.type !== 'CallExpression') return null
    const [name] = node.arguments
    return name?.type === 'Literal' && typeof name.value === 'string'
      ? [{ text: name.value.replaceAll('-', '_'), file, at: node.start }]
      : null
  }

  #literal(node: At, where: Where): Piece[] | null {
    const words = this.#words(node, where)
    if (words)
      return [
        { text: "'", file: where.file, at: node.start },
        ...words,
        { text: "'", file: where.file, at: node.start },
      ]
    return node.type === 'Literal' ? [{ text: node.raw ?? 'null', file: where.file, at: node.start }] : null
  }
}

const keyOf = (node: ESTree.MemberExpression): string | null =>
  node.property.type === 'Identifier'
    ? node.property.name
    : node.property.type === 'Literal'
      ? String(node.property.value)
      : null

/** The values of the return statements of a function, not of the functions within. */
function returnsOf(statements: readonly ESTree.Statement[]): Expression[] {
  return statements.flatMap((statement): Expression[] => {
    if (statement.type === 'ReturnStatement') return statement.argument ? [statement.argument] : []
    if (statement.type === 'BlockStatement') return returnsOf(statement.body)
    if (statement.type === 'IfStatement')
      return returnsOf([statement.consequent, ...(statement.alternate ? [statement.alternate] : [])])
    return []
  })
}
