/** What is said between a person, the house and a generative service, whatever shape that service speaks. */
export type Said =
  | { role: 'person'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ToolCall[] }
  | { role: 'tool'; call: ToolCall; text: string }

/** What the service may ask for; `input` is a JSON schema of an object. */
export interface Tool {
  name: string
  does: string
  input: object
}

export interface ToolCall {
  id: string
  name: string
  input: Readonly<Record<string, unknown>>
}

export interface Question {
  /** How it is to answer, from us alone. */
  rules: string
  said: readonly Said[]
  tools: readonly Tool[]
}

/** One answer: words, and what it would look at before it goes on. */
export interface Turn {
  text: string
  calls: ToolCall[]
  /** It said more than is taken. */
  isCut: boolean
}

/** A piece of an answer; calls may come in several pieces of one `at`. */
export interface Piece {
  text?: string
  calls?: readonly { at: number; id?: string; name?: string; input: string }[]
}

export type Provider = Readonly<{
  shape: 'generative' | 'chat'
  url: string
  key: string | undefined
  model: string
  isInternal: boolean
  silenceMs: number
  callsAMonth: number
}>

/** A shape of request and answer. */
export interface Shape {
  request(provider: Provider, question: Question): { url: string; headers: Record<string, string>; body: object }
  /** Reads one event, or a whole answer; nothing where it is neither. */
  read(event: unknown): Piece
}

export const fieldOf = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
