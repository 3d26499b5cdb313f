import { type ESTree, parseSync, Visitor } from 'vite'

/** What one source file says and imports, read from its syntax tree. */
export interface Source {
  file: string
  code: string
  texts: readonly Text[]
  /** Static imports and re-exports that exist at run time, as written. */
  imports: readonly string[]
  /** Imports and re-exports of types alone. */
  types: readonly string[]
  /** Dynamic imports … */
  dynamic: readonly string[]
  /** … those inside `withCatalog` or `lazyWithCatalog`, which load the sentences of all screens as well … */
  withCatalog: readonly string[]
  /** … and the patterns of `import.meta.glob`. */
  globs: readonly string[]
}

interface Text {
  text: string
  /** Offset in the file. */
  at: number
  place: Place
  /** A template with expressions: its fixed parts, with … between them. */
  isComposed: boolean
}

/**
 * What a text is by where it stands: `key`, an argument of `t` and its kind; `label`, the value of a property that holds catalog keys;
 * `raw`, shown as it is; `internal`, for programs and operators; `open`, anywhere else, where only the text tells whether it is a sentence.
 */
type Place = 'key' | 'label' | 'raw' | 'internal' | 'open'

/** Which argument of a function is a catalog key. */
const KEY_ARGUMENT: Readonly<Record<string, number>> = { t: 0, tIn: 1, tell: 0, say: 0, pack: 0 }
/** Properties, parameters and variables that hold a catalog key or several. */
const LABELS = new Set(
  'alone fileName help hint key label meaning missing one purpose question requiredMessage sentence text title whenEmpty words'.split(
    ' ',
  ),
)
/** What people see or hear of an element, other than its content. */
const VISIBLE = /^(aria-(label|description|roledescription|placeholder|valuetext)|alt|label|placeholder|title)$/
/** Properties that only the API's description shows. */
const DESCRIBING = new Set(['description', 'headers', 'query', 'summary'])
/** Functions whose texts are for whoever runs the server, or are compared with a text; or describe an answer of the API. */
const INTERNAL = new Set([
  ...'debug error info warn print endsWith includes replace replaceAll split startsWith'.split(' '),
  ...'anyValue byKey described namedAnswer'.split(' '),
])

const WITH_CATALOG = new Set(['withCatalog', 'lazyWithCatalog'])

/** Reads a TypeScript file; one that does not parse throws. */
export function readSource(file: string, code: string): Source {
  const { program, module, errors } = parseSync(file, code, { preserveParens: false })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const texts: Text[] = []
  const types: string[] = []
  const dynamic: string[] = []
  const withCatalog: string[] = []
  const globs: string[] = []
  let catalogCalls = 0
  const places = new Map<object, Place>()
  const put = (place: Place | undefined, ...nodes: readonly (object | null | undefined)[]) => {
    if (place) for (const node of nodes) if (node) places.set(node, place)
  }
  const putNamed = (holder: object, value: object | null) => {
    if (LABELS.has(nameOf(holder))) put('label', value)
    if (DESCRIBING.has(nameOf(holder))) put('internal', value)
  }
  const add = (node: ESTree.Span, text: string, isComposed = false) =>
    texts.push({ text, at: node.start, place: places.get(node) ?? 'open', isComposed })
  const inJsx = ({ children }: { children: readonly ESTree.JSXChild[] }) => {
    for (const child of children) if (child.type === 'JSXExpressionContainer') put('raw', child.expression)
  }

  // Parents come before their children: each hands its place on to what may become its value.
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add(node, node.value)
    },
    TemplateLiteral: (node) => {
      const parts = node.quasis.map(({ value }) => value.cooked ?? value.raw)
      add(node, parts.join('…'), parts.length > 1)
    },
    JSXText: (node) => {
      put('raw', node)
      add(node, node.value.trim())
    },
    JSXElement: inJsx,
    JSXFragment: inJsx,
    JSXOpeningElement: ({ name: element, attributes }) => {
      const isHtml = /^[a-z]/.test(nameOf(element))
      for (const one of attributes) {
        if (one.type !== 'JSXAttribute') continue
        const value = one.value?.type === 'JSXExpressionContainer' ? one.value.expression : one.value
        const name = nameOf(one.name)
        put(VISIBLE.test(name) ? 'raw' : isHtml || name === 'className' ? 'internal' : 'open', value)
      }
    },
    CallExpression: ({ callee, arguments: given }) => {
      const called = nameOf(callee)
      const at = Object.hasOwn(KEY_ARGUMENT, called) ? KEY_ARGUMENT[called] : undefined
      if (at !== undefined) put('key', given[at])
      else if (INTERNAL.has(called)) put('internal', ...given)
      else if (WITH_CATALOG.has(called)) catalogCalls++
      else if (called === 'glob' && given[0]?.type === 'Literal') globs.push(String(given[0].value))
    },
    'CallExpression:exit': ({ callee }) => {
      if (WITH_CATALOG.has(nameOf(callee))) catalogCalls--
    },
    NewExpression: ({ callee, arguments: given }) => {
      if (/(Error|Problem)$/.test(nameOf(callee))) put('internal', ...given)
    },
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal') (catalogCalls > 0 ? withCatalog : dynamic).push(String(source.value))
    },
    Property: ({ key, value }) => {
      put('internal', key)
      putNamed(key, value)
    },
    PropertyDefinition: ({ key, value }) => putNamed(key, value),
    VariableDeclarator: ({ id, init }) => putNamed(id, init),
    AssignmentExpression: ({ left, right }) => putNamed(left, right),
    AssignmentPattern: ({ left, right }) => putNamed(left, right),
    TaggedTemplateExpression: ({ quasi }) => put('internal', quasi),
    TSImportType: ({ source }) => {
      types.push(source.value)
    },
    TSLiteralType: ({ literal }) => put('internal', literal),
    SwitchCase: ({ test }) => put('internal', test),
    BinaryExpression: (node) => put(node.operator === '+' ? places.get(node) : 'internal', node.left, node.right),
    ObjectExpression: (node) => {
      if (places.get(node) !== 'internal') return
      for (const one of node.properties) if (one.type === 'Property') put('internal', one.value)
    },
    ConditionalExpression: (node) => put(places.get(node), node.consequent, node.alternate),
    LogicalExpression: (node) => put(places.get(node), node.left, node.right),
    ArrayExpression: (node) => put(places.get(node), ...node.elements),
    SpreadElement: (node) => put(places.get(node), node.argument),
    ArrowFunctionExpression: (node) => put(places.get(node), node.body),
    TSAsExpression: (node) => put(places.get(node), node.expression),
    TSSatisfiesExpression: (node) => put(places.get(node), node.expression),
  }).visit(program)

  const imports: string[] = []
  for (const { entries, moduleRequest } of module.staticImports) {
    const isRunning = entries.length === 0 || entries.some(({ isType }) => !isType)
    ;(isRunning ? imports : types).push(moduleRequest.value)
  }
  for (const { moduleRequest, isType } of module.staticExports.flatMap(({ entries }) => entries))
    if (moduleRequest) (isType ? types : imports).push(moduleRequest.value)
  return { file, code, texts, imports, types, dynamic, withCatalog, globs }
}

/** The name of an identifier or key, of a member its last part. */
const nameOf = (node: object): string => {
  const { property, name, value } = node as { property?: object; name?: unknown; value?: unknown } // any node of the tree
  return property ? nameOf(property) : String(name ?? value ?? '')
}

/**
 * What people would read in English whatever their language: `file:line: text` of each sentence that is no catalog key, and of each text
 * that is shown without asking the catalog.
 */
export function untranslated({ file, code, texts }: Source, isKey: (text: string) => boolean): string[] {
  // The engine's other texts are for operators and programmers.
  const isEngine = file.startsWith('src/server/')
  return texts
    .filter((one) => !(isEngine && one.place === 'open') && isUntranslated(one, isKey))
    .map(({ text, at }) => `${file}:${code.slice(0, at).split('\n').length}: ${text}`)
}

const GAP = /\{\{\w+\}\}/g

function isUntranslated({ text, place, isComposed }: Text, isKey: (text: string) => boolean): boolean {
  if (place === 'internal' || !/\p{L}{2}/u.test(text.replaceAll(GAP, ''))) return false
  if (place === 'raw') return !isComposed || isProse(text)
  if (isComposed)
    return place === 'key' || (isProse(text) && (place === 'label' || /\p{L}{2}\P{L}+\p{L}{2}/u.test(text)))
  if (isKey(text)) return false
  return place === 'key' || text.search(GAP) >= 0 || (place === 'label' ? /^[A-Z“]|\s/.test(text) : isProse(text))
}

/** An English sentence or name: a capital first, and no identifier, header or name of a key. */
const isProse = (text: string): boolean =>
  /^["“(]?[A-Z][A-Za-z'’-]*(?=[\s,.:;!?…)”]|$)/.test(text) &&
  /[a-z]/.test(text) &&
  /^[ -~\s’“”…–]*$/.test(text) &&
  (/\s/.test(text) || !/[a-z][A-Z]|_|-[A-Z]/.test(text))
