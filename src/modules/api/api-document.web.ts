import { authorised } from '../../web/api.ts'

/** As much of a JSON Schema as the page draws. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  title?: string
  description?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}
interface Content {
  content?: Record<string, { schema: Schema }>
}
export interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}
export interface Operation {
  operationId: string
  summary: string
  tags: readonly string[]
  security: readonly object[]
  parameters?: readonly Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string; description?: string }>
}
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
export interface OneCall {
  method: string
  path: string
  operation: Operation
}

/** What stands outside the envelope. */
export async function readDocument(): Promise<ApiDocument> {
  const answer = await fetch('/api/openapi.json', { headers: authorised() })
  if (!answer.ok) throw new Error(String(answer.status))
  return (await answer.json()) as ApiDocument // our own answer
}

export const callsOf = ({ paths }: ApiDocument): OneCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

export const schemaIn = ({ content = {} }: Content): Schema | undefined => Object.values(content)[0]?.schema

/** `#/components/schemas/Ticket` by its last word. */
export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref
