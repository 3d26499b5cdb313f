import type { Consent } from '../consents/consent.ts'

/** The parts of a definition (`resource.ts`) that have options of their own. */

/** A list variant: a fixed filter with its own address below the list's. */
export interface ListView<Filter = Readonly<Record<string, string>>, Sort = string> {
  /** Path segment, e.g. `new` in /complaints/new. */
  path: string
  label: string
  filter: Filter
  /** Its order where nobody asks for another; else that of the list. */
  sort?: Sort
}

/** The fields that say whose a record is; the scope of a role reads them (design/platform.md 3). Without any, it is the whole chain's. */
export interface Ownership<Store = string, Department = string, Person = string> {
  /** Field holding the store, or the stores (none are all of them), or 'id' where the record is the store itself. */
  store?: Store | 'id'
  /** Ref and refs fields holding the departments it belongs or is copied to. */
  departments?: readonly Department[]
  /** People whose record it is, beside who made it: fields, or those of a record that a field points at (`shipper.account`). */
  people?: readonly (Person | 'id')[]
  /** They, and who made it, see it whatever their scope: also where that goes by the store. */
  peopleAnywhere?: true
}

/** Where a record keeps who the customer is: it then stands on the time line of that phone number. */
export interface CustomerFields<Name = string> {
  phone: Name
  name: Name
  /** Field of the person to write to, where the name is that of a company. */
  person?: Name
  /** Field of the e-mail address that they gave for it. */
  email?: Name
  /** Where they gave none: that of the record of another module with the same phone, if they agreed there to this. */
  emailFrom?: { module: string; agreed: Pick<Consent, 'purpose' | 'version'> }
  /** Field of its number or code, and of how it stands. */
  number?: Name
  status?: Name
}

/** Days, by why: since it was made, of what still waits (see `pendingFilter`); since its last change, of what does not; of what lies in the trash. */
export type Retention = { readonly [why in RetentionReason]?: number }
export const RETENTION_REASONS = ['unfinished', 'finished', 'trashed'] as const
export type RetentionReason = (typeof RETENTION_REASONS)[number]

/** Live events of a module's own beside `record-changed`, by the names that the contract of the API gives them. */
export interface RecordEvents<Name = string> {
  /** What the record is called in them. */
  as: string
  /** The field of its number, told beside its title. */
  number: Name
  created: LiveEvent
  changed: LiveEvent
}
interface LiveEvent {
  event: string
  channel: string
}

/** Its records as cards in columns. */
export interface BoardOptions<Name = string> {
  /** The choice whose values are the columns, stored or computed; lists are filtered by it. */
  by: Name
  /** Those of them that are laid out, in their order. */
  columns: readonly string[]
  /** In these columns the card whose moment comes first stands first; in the others the newest does. */
  soonest: { by: Name; in: readonly string[] }
  /** The address of its columns below /api; below the wire name unless said. */
  path?: string
}

/** How records that another system sends are known again, beside by its own `external_id`. */
export interface Batch<Name = string> {
  /** The fields that tell one that is there already, however it came; those of `unique` unless said. */
  knownBy?: readonly Name[]
  /** One that is there already stays as it is, and what says something else of it is refused; else it is changed. */
  isFinal?: true
}
export interface Sheets {
  import?: boolean
  export?: boolean
  /** Its workbooks bring numbers of papers that no field of it keeps: they go as soon as they are read. */
  bringsSealed?: true
  /** Records come by workbooks alone: there is no form and no view, and no route beside the list, the import and the export. */
  isOnly?: boolean
  /** What the exported file is called, a label; the list's otherwise. */
  fileName?: string
}
