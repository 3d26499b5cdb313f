/** What a turn of the generative service tells as it goes, a line of JSON each. */
export type ChatEvent =
  /** It looks at something of ours, with the asker's rights. */
  | { kind: 'look'; look: Look }
  | { kind: 'text'; text: string }
  /** `isCut`: it said more than is taken. `marks` go along with the next turn: what stands for private values there. */
  | { kind: 'end'; isCut: boolean; marks: { mark: string; value: string }[] }
  /** In the reader's language. */
  | { kind: 'trouble'; words: string }

export interface Look {
  tool: 'search' | 'count' | 'open' | 'describe'
  /** In the reader's language: 'Searched for “giao hàng”'. */
  words: string
  /** Where the person can look themselves. */
  link: string | null
}

/** So many looks a turn. */
export const LOOKS_MOST = 8
