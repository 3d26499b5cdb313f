import { normalizeText } from '../../../shared/vietnam/vietnam.ts'

/** The name being typed after an @ just before the caret. */
export function soughtName(before: string): { search: string; length: number } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{M}\p{N}.]+(?: [\p{L}\p{M}\p{N}.]+){0,4} ?)?$/u.exec(before)
  if (!found) return undefined
  const search = found[1] ?? ''
  return { search: search.trim(), length: search.length + 1 }
}

/** What is being looked for after a slash that begins a word just before the caret. */
export function soughtReply(before: string): { search: string; length: number } | undefined {
  const found = /(?:^|\s)\/([\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ]{0,40})?$/u.exec(before)
  if (!found) return undefined
  const search = found[1] ?? ''
  return { search: search.trim(), length: search.length + 1 }
}

/** Whether a name holds each word of a search, without regard to diacritics: also one that was offered for an earlier search. */
export function stillFits(name: string, search: string): boolean {
  const folded = normalizeText(name)
  return normalizeText(search)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

/** The people mentioned in a text written with `onMention`, each once. */
export function mentionsIn(html: string): number[] {
  const ids = [...html.matchAll(/data-mention="(\d+)"/g)].map((found) => Number(found[1]))
  return [...new Set(ids)]
}
