/** What a phrase may mean; one phrase may mean several things, and the sentence around it says which. */
export type Meaning =
  /** A register, or what its records are. */
  | { is: 'module'; module: string }
  /** Values that a list is narrowed to. */
  | { is: 'value'; module: string; field: string; values: readonly string[] }
  /** What waits for somebody in a register. */
  | { is: 'pending' }
  | { is: 'field'; module: string; field: string }
  /** A record that others point at, by its name or code. */
  | { is: 'record'; module: string; id: number; isAlias?: true }
  /** One of them by a number behind its noun, 'store 5'. */
  | { is: 'numbered'; module: string }
  /** The asker's own store or department, or the asker. */
  | { is: 'mine'; module: string }
  /** A period by the code that the data files give it: its unit and how far it lies back, or what its number says. */
  | { is: 'period'; code: string }
  | { is: 'word'; word: Word }
  | { is: 'number'; number: number }
  /** A page by its address. */
  | { is: 'screen'; path: string }
  /** Turns the meaning of a sentence round ('except', 'without'): where no phrase has it in it, the sentence is not understood. */
  | { is: 'turning' }
  /** Says nothing: articles, politeness, and of Korean the particles behind a word. */
  | { is: 'ignore' }
  | { is: 'particle' }

/** The words of the grammar, as the data files name them. */
export const WORDS = [
  'count',
  'list',
  'compare',
  'most',
  'least',
  'share',
  'by',
  'sum',
  'money',
  'mean',
  'who',
  'which',
  'left',
  'only',
  'and',
  'from',
  'since',
  'after',
  'before',
  'to',
  'until',
  'top',
  'oldest',
  'newest',
  'not',
  'all',
  'top #',
] as const
export type Word = (typeof WORDS)[number]
