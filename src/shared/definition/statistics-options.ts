/**
 * What a plain register's statistics tell: figures that are kept ahead beside its counters, so that a million records are never read
 * (docs/decisions/counters.md). SQL stands over the row `r` and reads nothing else: no other table, no clock.
 */
export interface StatisticsOptions<Name extends string = string> {
  /** The required day or moment that dates a record; the day that orders its list, else of entry, unless said. */
  on?: Name
  /** Each by a name of its own, in the order of the page; the first is what a chart shows at first. */
  figures: Readonly<Record<string, FigureOptions<Name>>>
  /** Fields of so many values that they are told by month alone, never together with others, and on a page the most frequent ones. */
  alone?: readonly Name[]
  /** Two fields of few values whose every pair is told, such as the weekday by the hour. */
  maps?: readonly { label: string; rows: Name; columns: Name }[]
}

export type FigureOptions<Name extends string = string> = FigureWords & (CountedFigure<Name> | DerivedFigure)

interface FigureWords {
  /** A catalog key. */
  label: string
  /** What exactly is counted, in one sentence (a catalog key). */
  hint?: string
  /** How it is written; as its field is, unless said. */
  unit?: FigureUnit
  /** Where more of it is worse (a loss, a delay), or better; neither unless said. */
  more?: 'worse' | 'better'
  /** Only other figures stand on it. */
  isHidden?: boolean
  /** What the list behind it is narrowed to, where that is not what is dated in the period. */
  records?: FigureRecords
}

export interface FigureRecords {
  where: FigureWhere<string>
  /** As of today, whatever the period: a row of the calendar alone narrows it, by the usual day or by this one. */
  asOfToday?: true | { by: string }
}

/** How a figure is written: `percent` is a part of one, `points` one of a hundred, and `score` no part at all. */
export const FIGURE_UNITS = [
  'whole',
  'money',
  'decimal',
  'percent',
  'points',
  'score',
  'hours',
  'minutes',
  'days',
] as const
export type FigureUnit = (typeof FIGURE_UNITS)[number]

/** Only records with any of these values, each of a field that lists filter by: the list behind the figure is narrowed by the same. */
export type FigureWhere<Name extends string = string> = { readonly [name in Name]?: readonly string[] }

export type CountedFigure<Name extends string = string> = { where?: FigureWhere<Name> } & (
  | {
      /** How many records. */
      count: true
    }
  | {
      /** The sum of a number: a field, stored or computed of its row, or an expression. */
      sum: Name | { sql: string }
    }
  | {
      /** The mean of a number, over the records that have one. */
      mean: Name | { sql: string }
    }
  | {
      /** How many different records a field points at, e.g. people: each once, however often it comes in the period. */
      distinct: Name
    }
  | {
      /** How many records lie in the period with any of their days, from the one that dates them to this one; both are required days. */
      during: Name
    }
)

export type DerivedFigure =
  | {
      /** One figure divided by another, by their names. */
      ratio: readonly [string, string]
    }
  | {
      /** One figure less another. */
      difference: readonly [string, string]
    }
  | {
      /** Told by the module itself (`statisticsRoutes`), as what nothing kept ahead can tell. */
      own: true
    }
