import type { Consent } from '../../../shared/consents/consent.ts'

/** One public form: its name on this device, what it asks, and where it is sent. */
export interface FormKind<V extends Asked> {
  name: string
  /** The address of its page, for a message that comes back. */
  page: string
  /** Below /api. */
  path: string
  consent: Consent
  empty: () => V
  /** Its fields as they follow each other on the page. */
  order: readonly string[]
  /** Fields kept no longer than this tab is open: numbers of papers, dates of birth, signatures. */
  private?: readonly string[]
  /** Lists that later steps need: fetched as the form opens, so that they are there without a connection too. */
  ahead?: readonly string[]
  /** The checks; they come with the first touch of the form. */
  rules: () => Promise<Rules<V>>
  /** What is sent of the values. */
  body: (values: V) => object
}

/** What every form asks. */
export interface Asked {
  agreed: boolean
}

/** Field to what is wrong with it, in the person's language. */
export type Errors = Record<string, string | undefined>

export interface Rules<V> {
  errorOf(name: string, values: V): string | undefined
  errorsOf(values: V): Errors
}
