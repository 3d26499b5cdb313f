import type { Definition } from '../../shared/resource.ts'

/**
 * What a call answers, in few words: as the rows of a statement are described, so that a row's shape is its answer. `string?` may be
 * null, the property `'name?'` may be absent, `[x]` is any number of x, null is nothing. The tests hold every answer of a running
 * server against it, names that it does not tell included.
 */
export type Answers = Leaf | null | readonly [Answers] | AnswerObject | Told
export type AnswerObject = { readonly [name: string]: Answers }
/** `date` is an instant, as rows call it; `day` is `YYYY-MM-DD`. */
export type Leaf = Plain | `${Plain}?`
export type Plain = 'number' | 'string' | 'boolean' | 'date' | 'day' | 'number[]' | 'string[]'

/** What few words do not tell. */
export type Telling =
  | { kind: 'values'; values: readonly string[] }
  | { kind: 'or null'; of: Answers }
  | { kind: 'either'; of: readonly Answers[] }
  | { kind: 'by key'; of: Answers; keys: readonly string[] }
  | { kind: 'named'; name: string; of: Answers }
  | { kind: 'record'; definition: Definition; shape: 'show' | 'list'; more: AnswerObject }
  | { kind: 'free' }

export class Told {
  readonly telling: Telling
  readonly says: string | undefined
  constructor(telling: Telling, says?: string) {
    this.telling = telling
    this.says = says
  }
}

/** One of few texts. */
export const oneOf = (...values: readonly string[]): Told => new Told({ kind: 'values', values })
export const orNull = (of: Answers): Told => new Told({ kind: 'or null', of })
export const either = (...of: readonly Answers[]): Told => new Told({ kind: 'either', of })
/** An object whose names are data; `keys` where they are of a closed list, of which none must be there. */
export const byKey = (of: Answers, says?: string, keys: readonly string[] = []): Told =>
  new Told({ kind: 'by key', of, keys }, says)
/** Told once, under a name of its own. */
export const namedAnswer = (name: string, of: Answers, says?: string): Told =>
  new Told({ kind: 'named', name, of }, says)
/** A record as it is shown alone; `more` is what its module adds. */
export const recordOf = (definition: Definition, more: AnswerObject = {}): Told =>
  new Told({ kind: 'record', definition, shape: 'show', more })
/** A record as lists show it. */
export const rowOf = (definition: Definition, more: AnswerObject = {}): Told =>
  new Told({ kind: 'record', definition, shape: 'list', more })
/** Any value at all, on purpose: `why` says what it is. */
export const anyValue = (why: string): Told => new Told({ kind: 'free' }, why)
/** The same with a word on what it is. */
export const described = (says: string, of: Answers): Told => new Told({ kind: 'either', of: [of] }, says)

/** A page of a list. */
export const pageOf = (row: Answers, more: AnswerObject = {}): AnswerObject => ({
  data: [row],
  total: 'number',
  page: 'number',
  perpage: 'number',
  'total_is_more?': described(
    'true where a search matched more than were counted: `total` is then a lower bound',
    'boolean',
  ),
  ...more,
})

/** Media type of workbooks. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A record by its number and name, as others point at it. */
export const NAMED = namedAnswer('Named', { id: 'number', name: 'string' })
export const ADDRESS = namedAnswer(
  'Address',
  {
    line: described('House number and street', 'string'),
    ward: 'string?',
    district: described('Of the three levels before July 2025 only', 'string?'),
    province: 'string?',
    'ward_code?': 'string?',
    'province_code?': described('Of the province today', 'string?'),
    model: described('2: the two levels since July 2025; 1: the three before', 'number'),
    'former?': described('Ward, district and province before July 2025, where it was given so', 'string?'),
    'text?': described('As it was written, where names have been set right since', 'string?'),
  },
  'A place in Vietnam',
)
export const STORED_FILE = namedAnswer(
  'StoredFile',
  {
    id: 'string',
    name: 'string',
    type: described('Media type found by content', 'string'),
    bytes: 'number',
    width: 'number?',
    height: 'number?',
    has_thumbnail: 'boolean',
  },
  'An uploaded file; GET /file/{id} with the key of POST /file-key',
)
