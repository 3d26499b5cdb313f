import type { Refusal } from '../../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import type { Given } from '../handlers.ts'

/** A record as it was read. */
export interface Sent {
  at: number
  external_id: string | null
  /** With ids in the place of codes and names. */
  raw: Record<string, unknown>
  fingerprint: string
  /** As a new record. */
  whole: Given
  /** As a change: the fields that it names. */
  given: Record<string, unknown>
  wrong?: { whole: Record<string, string>; given: Record<string, string> }
  /** The record it names by its number; 0 where there is no such number. */
  target?: number | undefined
  /** What is wrong beyond its fields. */
  refusal?: Refusal
}

/** The fields by which a record that came another way is known again: all of one set. */
export function keySetsOf(definition: Definition): readonly (readonly string[])[] {
  const { batch, uniqueTogether } = definition
  if (batch?.knownBy) return [batch.knownBy]
  if (uniqueTogether) return [uniqueTogether]
  return entriesOf(definition).flatMap(([name, field]) => (field.unique ? [[name]] : []))
}
