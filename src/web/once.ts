import { uniqueKey } from './unique.ts'

/** What was sent, and the key that it carried. */
export interface Once {
  words: string
  key: string
}

/** The same words sent again carry the same key: an answer lost on its way must not say them twice. */
export const keyFor = (words: string, before: Once | null): Once =>
  before?.words === words ? before : { words, key: uniqueKey() }
