import type { Field } from '../../shared/fields.ts'

type Line = Record<string, unknown>

/** What a column of amounts comes to, as far as its lines say. */
export const totalOf = (lines: readonly Line[], part: string, { each }: Pick<Field, 'each'> = {}): number =>
  lines.reduce((sum, line) => sum + numberIn(line, part) * (each ? numberIn(line, each) : 1), 0)

const numberIn = (line: Line, part: string): number => {
  const value = line[part]
  return typeof value === 'number' ? value : 0
}
