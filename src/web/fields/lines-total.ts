/** What a column of amounts comes to, as far as its lines say. */
export const totalOf = (lines: readonly Record<string, unknown>[], part: string): number =>
  lines.reduce((sum, line) => sum + (typeof line[part] === 'number' ? line[part] : 0), 0)
