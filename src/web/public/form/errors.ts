/** Field to what is wrong with it, in the person's language. */
export type Errors = Record<string, string | undefined>

export interface Rules<V> {
  errorOf(name: string, values: V): string | undefined
  errorsOf(values: V): Errors
}
