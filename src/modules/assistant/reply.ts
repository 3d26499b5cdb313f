/** What the assistant answers to a sentence: the words, what they were made of, and what the browser is to do. */
export interface Reply {
  /** In the reader's language, with the period and the filters it was understood with. */
  text: string
  /** One line of what was understood; null where nothing was. */
  understood: string | null
  /** The question for the next sentence to go on with, opaque and without any rights of its own. */
  context: string | null
  act: Act | null
  figure: Figure | null
  /** The lists with the rows behind the answer. */
  links: ReplyLink[]
  /** Sentences that are asked when pressed: what may have been meant, and what could come next. */
  suggestions: string[]
  /** Nothing here knows: where a generative service is set up, it is asked. */
  needs: 'provider' | null
}

/** Words, with nothing beside them but what is given. */
export const saying = (text: string, more: Partial<Reply> = {}): Reply => ({
  text,
  understood: null,
  context: null,
  act: null,
  figure: null,
  links: [],
  suggestions: [],
  needs: null,
  ...more,
})

export type Act =
  /** Of another site a link for a new tab, of ours the address to go to. */
  | { kind: 'open'; path: string; external?: boolean }
  /** The house's export of a list: `<module>` and the query of its list. */
  | { kind: 'export'; path: string }
  /** Read back first; only after the person confirms is `body` sent to `path` by POST. */
  | {
      kind: 'confirm'
      title: string
      fields: { label: string; value: string }[]
      call: { path: string; body: Record<string, string | number | null> }
    }
  | { kind: 'stop' }
  | { kind: 'start' }

export interface Figure {
  kind: 'number' | 'bars' | 'list'
  /** What the values are, in the reader's language. */
  label: string
  rows: FigureRow[]
}
export interface FigureRow {
  label: string
  value: number | null
  /** The value as it is read: '1.234', '12,5%', '3 ngày'. */
  shown: string
  link?: string
}
export interface ReplyLink {
  label: string
  path: string
}
