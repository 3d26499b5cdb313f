/** Made-up values for a JSON schema, the same for the same seed: valid ones, and ones that no honest client sends. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  examples?: unknown[]
  /** The module whose records an id is of. */
  'x-module'?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export interface Maker {
  chance(share: number): boolean
  one<T>(from: readonly T[]): T
  id(): string
  queryValue(name: string): string
  valid(schema: Schema): unknown
  spoilt(value: unknown): unknown
  anything(): unknown
  hostileText(): string
}

const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\u0000b',
  '‮Khiếu nại',
  'Ｘ'.repeat(300),
  'đ'.repeat(5000),
  "'; drop table complaints; --",
  '%_\\%',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '=cmd|" /C calc"!A0',
  '1e309',
  '-0',
  'NaN',
  '2026-13-45',
  '99999-01-01',
  '__proto__',
  '\r\nSet-Cookie: a=b',
  '👩‍👩‍👧‍👦'.repeat(50),
] as const
const NUMBERS = [0, -1, 1e21, -1e21, 0.1, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER + 2, 1e-9] as const
const WORDS = ['Sữa tươi', 'quầy thu ngân', 'giao hàng trễ', 'Nguyễn Văn An', '고객', 'broken egg']

/** The smallest PNG there is. */
export const DRAWING =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** @param idOf an id of the module that a schema names; null where there is none to name */
export function maker(seed: number, idOf?: (module: string) => number | null): Maker {
  const next = numbers(seed)
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const one = <T>(from: readonly T[]): T => {
    const found = from[whole(0, from.length - 1)]
    if (found === undefined && from.length === 0) throw new Error('Nothing to choose from')
    return found as T // some lists hold undefined on purpose
  }
  const chance = (share: number) => next() < share
  const hostileText = () => one(HOSTILE)

  const anything = (): unknown =>
    one<unknown>([null, true, hostileText(), one(NUMBERS), [], {}, [[[]]], { __proto__: null, a: { b: [1] } }])

  const text = ({ pattern, format, minLength = 0, maxLength = 60 }: Schema): string => {
    if (format === 'email') return `khach${whole(1, 1e9)}@example.com`
    if (format === 'date') return `2026-${two(whole(1, 12))}-${two(whole(1, 28))}`
    if (format === 'date-time') return `2026-${two(whole(1, 12))}-${two(whole(1, 28))}T08:00:00Z`
    if (pattern?.startsWith('^0(3')) return `09${whole(10_000_000, 99_999_999)}`
    if (pattern?.startsWith('^data:image')) return DRAWING
    if (pattern?.startsWith('^20')) return `2026-${two(whole(1, 12))}`
    const [, least, most] = /^\^\[0-9\]\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern ?? '') ?? []
    if (least) return Array.from({ length: Number(most ?? least) }, () => whole(0, 9)).join('')
    // What must be told from others begins with what tells it, however short it is cut.
    const made = `${whole(1, 1e9)} ${one(WORDS)}`
    return made.padEnd(minLength, 'a').slice(0, Math.max(minLength, maxLength)).trim()
  }

  const valid = (schema: Schema): unknown => {
    if (schema.enum) return one(schema.enum)
    const type = Array.isArray(schema.type) ? one(schema.type) : schema.type
    if (type === 'null') return null
    if (schema.examples) return one(schema.examples)
    if (schema['x-module'] && idOf) return idOf(schema['x-module'])
    if (type === 'string') return text(schema)
    if (type === 'integer') {
      const least = schema.minimum ?? 0
      return whole(least, Math.min(schema.maximum ?? least + 9, least + (isMoney(schema) ? 1e6 : 9)))
    }
    if (type === 'number') {
      const least = schema.minimum ?? 0
      return whole(least, Math.min(schema.maximum ?? least + 100, least + 100))
    }
    if (type === 'boolean') return chance(0.5)
    if (type === 'array') return many(schema)
    if (type === 'object' || schema.properties) return validObject(schema)
    return null
  }
  const many = ({ items = {}, minItems = 0, maxItems = 50 }: Schema) => {
    // A file must be sent before it can be named.
    if (items.pattern?.startsWith('^[A-Za-z0-9_-]')) return []
    const length = whole(minItems, Math.min(maxItems, Math.max(2, minItems)))
    return Array.from({ length }, () => valid(items)).filter((value) => value !== null)
  }
  const validObject = ({ properties = {}, required = [] }: Schema) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name) || chance(0.6))
        .map(([name, schema]) => [name, valid(schema)]),
    )

  const spoilt = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return anything()
    if (Array.isArray(value)) return [...value, anything()]
    const entries = Object.entries(value)
    const at = whole(0, entries.length)
    const left = entries.flatMap(([name, held], index): [string, unknown][] =>
      index !== at ? [[name, held]] : chance(0.3) ? [] : [[name, anything()]],
    )
    return Object.fromEntries(
      chance(0.2) ? [...left, [one(['id', 'version', 'unknown', 'created_by']), anything()]] : left,
    )
  }

  const queryValue = (name: string): string => {
    if (/page$/.test(name)) return String(whole(1, 5))
    if (/from|to|day|date|_at/.test(name)) return `2026-${two(whole(1, 12))}-${two(whole(1, 28))}`
    return one([...WORDS, '1', '2', '10', 'true'])
  }

  return { chance, one, id: () => String(whole(1, 12)), queryValue, valid, spoilt, anything, hostileText }
}

const isMoney = ({ maximum = 0 }: Schema) => maximum > 1e12
const two = (n: number) => String(n).padStart(2, '0')

/** mulberry32: small, and the same everywhere. */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
