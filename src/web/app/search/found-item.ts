import type { IconName } from '../../../shared/icon-name.ts'

/** Something that is found: a place to go to, or an act. */
export interface FoundItem {
  key: string
  title: string
  /** At the end of the line, e.g. a number. */
  hint?: string
  /** The second line: how a record stands, where, whose, and why it was found. */
  more?: string
  /** Sentences of the interface by whose other words it is found as well; its title and hint unless said. */
  called?: readonly string[]
  keys?: readonly string[]
  icon: IconName
  link?: string
  /** What the server finds for the words may put another in its place. */
  isRecord?: boolean
  run?: () => unknown
}

export interface FoundGroup {
  label: string
  items: FoundItem[]
}
