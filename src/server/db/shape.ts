/** What a column's value is in TypeScript, as the driver reads it. */
interface Kinds {
  number: number
  string: string
  boolean: boolean
  'number[]': number[]
  'string[]': string[]
  date: Date
  buffer: Buffer
  json: unknown
}

export type ColumnKind = keyof Kinds

/** A kind whose type the compiler is told more of than PostgreSQL knows. */
export interface Narrowed<T> {
  kind: ColumnKind
  /** Never set: it carries the type. */
  is?: T
}

/** The columns of a row and what each is; `?` where it may be null. Tests compare it with what PostgreSQL describes. */
export type Shape = Readonly<Record<string, ColumnKind | `${ColumnKind}?` | Narrowed<unknown>>>

type Value<C> =
  C extends Narrowed<infer T>
    ? T
    : C extends `${infer K extends ColumnKind}?`
      ? Kinds[K] | null
      : C extends ColumnKind
        ? Kinds[C]
        : never

/** The row of a shape. */
export type RowOf<S extends Shape> = { -readonly [K in keyof S]: Value<S[K]> }

/** A column of one of few values, say. */
export const narrowed = <T>(kind: ColumnKind): Narrowed<T> => ({ kind })

/** A json or jsonb column; `T` says whether it may be null. */
export const jsonOf = <T>(): Narrowed<T> => JSON_COLUMN
const JSON_COLUMN = { kind: 'json' } as const

/** Hears what a connection answered, and which rows were then read as what. */
export interface RowObserver {
  answered(result: unknown): void
  read(shape: Shape, rows: readonly unknown[], statement: unknown): void
}

/** None in production: `rows` costs one comparison for it. */
export const observed: { by: RowObserver | null } = { by: null }
