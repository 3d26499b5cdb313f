/** The name being typed after an @ just before the caret. */
export function soughtName(before: string): { search: string; length: number } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{M}\p{N}.]+(?: [\p{L}\p{M}\p{N}.]+){0,4} ?)?$/u.exec(before)
  if (!found) return undefined
  const search = found[1] ?? ''
  return { search: search.trim(), length: search.length + 1 }
}
