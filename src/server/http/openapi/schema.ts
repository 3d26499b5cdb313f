/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it. */
export interface Schema {
  [keyword: string]: unknown
  $ref?: string
  type?: string | readonly string[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  oneOf?: readonly Schema[]
  const?: unknown
  title?: string
  description?: string
}

/** What has a name of its own, written as it is first pointed at. */
export class Components {
  readonly schemas: Record<string, Schema> = {}
  readonly responses: Record<string, Record<string, unknown>> = {}

  response(name: string, make: () => Record<string, unknown>): Record<string, unknown> {
    this.responses[name] ??= make()
    return { $ref: `#/components/responses/${name}` }
  }

  readonly #sources = new Map<string, unknown>()

  /**
   * Points at the schema of this name; `make` may point at it, too.
   * @param source of what it is made: a name stands for one thing
   */
  ref(name: string, source: unknown, make: () => Schema): Schema {
    if (this.#sources.has(name) && this.#sources.get(name) !== source) throw new Error(`Two answers are called ${name}`)
    if (!(name in this.schemas)) {
      this.#sources.set(name, source)
      this.schemas[name] = {}
      this.schemas[name] = make()
    }
    return { $ref: `#/components/schemas/${name}` }
  }
}

/** `vat-info` as the name of a type. */
export const typeName = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The same or null. */
export function nullable(schema: Schema): Schema {
  if (schema.$ref || schema.anyOf || typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  }
}
