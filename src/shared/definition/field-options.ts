/** What can be said of a field beside its label. Each kind has its own options, so that one that means nothing to it does not compile. */

export interface FieldOptions {
  required?: boolean
  /**
   * Required of people, but a record that came another way may lack it, e.g. the phone number of a mail; `in workbooks`: a row of one
   * too, as of a new chain whose stores come before the people who will run them.
   */
  optionalWhenImported?: boolean | 'in workbooks'
  /** Longest text in characters (code points), or largest number. */
  max?: number
  min?: number
  /** Exact number of characters. */
  length?: number
  /**
   * No two live records share it; texts, what looks the same (shared/vietnam/look-alike.ts); `folded`, without regard to diacritics too. An
   * e-mail is then of ASCII alone, as letters of other scripts may look like those of another address.
   */
  unique?: boolean | 'folded'
  /** Kept to the letter, blanks and all: a password. */
  verbatim?: boolean
  /** Part of the record's diacritic-free search text. */
  search?: boolean
  /** A flag field by which whoever holds `other` says that a value which looks wrong exists all the same. */
  confirmedBy?: string
  /** Set by the server only; never taken from a request. */
  readonly?: boolean
  /**
   * `sealed`: encrypted in the database, masked wherever it is shown, in full only by an explicit act with a reason.
   * `masked`: masked in lists and exports, unless somebody who may asks for an export of all of it and says why; phones, e-mails
   * and addresses are so unless they are `open`, as a shop's own are.
   * `listed`: as `masked`, but in full in the list itself, for whose readers it is what they work with.
   */
  private?: 'sealed' | 'masked' | 'listed' | 'open'
  /** Never leaves the server. */
  secret?: boolean
  /** Offered as a list filter. Choices, refs, flags, dates, moments and addresses (by province) are unless this is false. */
  filter?: boolean
  /** A person's name: put in order by its last word, the given name. */
  person?: boolean
  /** Offered as a sort order; plain values are unless this is false. */
  sortable?: boolean
  /** Value of a new record. */
  default?: Json
  /** One line of help under the input (a catalog key). */
  hint?: string
  /** What it means that nothing stands there, in a few words (a catalog key); what means nothing is not shown. */
  whenEmpty?: string
  /** The message when it is missing, where the product has its own wording (a catalog key). */
  requiredMessage?: string
  /** How a choice is drawn: a menu, or buttons for the very few. */
  drawn?: 'menu' | 'buttons'
  /** A count of a few, drawn as so many stars. */
  asStars?: true
  /** A date of birth: neither in the future nor more than 120 years ago; two digits of a year lie in the past. */
  isBirth?: boolean
  /** A day that has come already. */
  isPast?: boolean
  /** Takes landlines and hotlines too: whoever it is, they get no message there. */
  landline?: boolean
  /** A barcode: where its length has a check digit, that is verified (shared/barcodes/barcodes.ts). */
  isBarcode?: boolean
  /** A code in capital letters of a fixed form, and the message where it has another one (a catalog key). */
  shape?: { like: RegExp; says: string }
  /** Pictures of which the first is the cover: they can be cropped, and put first. */
  hasCover?: boolean
  /** A number that is a name, such as a port: typed and shown without marks between its digits. */
  ungrouped?: boolean
  /** Path below /api that a picker asks instead of the module's own names, where it offers others than those in scope. */
  optionsEndpoint?: string
  /** Of a line: an amount for each one, and the count of the line that says how many. */
  each?: string
  /** Column width in the list, px. */
  width?: number
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

type Anywhere = 'hint' | 'whenEmpty' | 'requiredMessage' | 'secret' | 'width'
type Listed = Anywhere | 'filter' | 'sortable'
type Written = Listed | 'private' | 'search' | 'max' | 'min'

export type TextOptions = Pick<FieldOptions, Written | 'length' | 'unique' | 'verbatim' | 'person' | 'shape'>
export type LongTextOptions = Pick<FieldOptions, Anywhere | 'private' | 'search' | 'max' | 'min'>
export type EmailOptions = Pick<FieldOptions, Listed | 'private' | 'search' | 'unique'>
export type CodeOptions = Pick<FieldOptions, Listed | 'private' | 'search' | 'unique'>
export type PhoneOptions = CodeOptions & Pick<FieldOptions, 'landline'>
export type DigitsOptions = Pick<FieldOptions, Written | 'length' | 'unique' | 'isBarcode'>
export type NumberOptions = Pick<FieldOptions, Listed | 'min' | 'max' | 'unique'>
export type MoneyOptions = NumberOptions & Pick<FieldOptions, 'each'>
export type CountOptions = Pick<FieldOptions, Listed | 'min' | 'max' | 'unique' | 'ungrouped' | 'asStars'>
export type DateOptions = Pick<FieldOptions, Listed | 'private' | 'unique' | 'isBirth' | 'isPast'>
export type PlainOptions = Pick<FieldOptions, Listed>
export type ChoiceOptions = Pick<FieldOptions, Listed | 'drawn'>
export type RefOptions = Pick<FieldOptions, Listed | 'unique' | 'optionsEndpoint'>
export type ManyOptions = Pick<FieldOptions, Anywhere | 'filter' | 'max' | 'optionsEndpoint'>
export type AddressOptions = Pick<FieldOptions, Anywhere | 'filter' | 'private'>
export type FilesOptions = Pick<FieldOptions, Anywhere | 'max' | 'hasCover'>
export type SignatureOptions = Pick<FieldOptions, Anywhere | 'private'>

/** The options that decide the types of a value. */
export interface Presence<
  Required extends boolean,
  Readonly extends boolean,
  Lacking extends boolean | 'in workbooks' = false,
  Default = undefined,
> {
  required?: Required
  readonly?: Readonly
  optionalWhenImported?: Lacking
  default?: Default
}
