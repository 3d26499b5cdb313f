import type { Field } from '../fields.ts'

/** What people agree to on the public forms, in words and versions: what is kept with a record proves what was agreed to. */
export interface Consent {
  /** What for, in a few words. */
  purpose: string
  /**
   * Of the words below; whoever changes them gives them a new one and puts the old one among the earlier ones, as forms
   * kept on a phone may come later. The words of earlier versions stay in the history of this file.
   */
  version: string
  earlier?: readonly string[]
  words: readonly string[]
}

/** The tick of every form that asks for a consent. */
export const AGREED = {
  kind: 'flag',
  label: 'Terms',
  required: true,
  requiredMessage: 'You must agree to the terms',
} as const satisfies Field

/** Said under every consent. */
export const RIGHTS = 'You may ask us at any time to show, correct or delete what we keep about you.'
