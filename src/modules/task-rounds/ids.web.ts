/** The id of a ref of a draft: a record's, or a plain one. */
export function idOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'object' && value !== null && 'id' in value ? Number(value.id) : null
}
