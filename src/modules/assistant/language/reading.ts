import type { Definition } from '../../../shared/resource.ts'
import type { Match } from './lexicon.ts'
import type { Question } from './question.ts'
import type { Unit } from './units.ts'

/** What is known where a sentence is read. */
export interface Ground {
  definitions: readonly Definition[]
  /** Whether the asker may read a register; decides between meanings, never what is told. */
  mayRead(definition: Definition): boolean
  /** What a number or a number word says. */
  numberOf(unit: Unit): number | null
  /** `YYYY-MM-DD` in the chain. */
  today: string
  /** Where several nouns stand together, which is the main one. */
  head: 'first' | 'last'
  /** The question before, for what a sentence leaves out. */
  before: Question | null
  /** The asker, their store and department. */
  mine: Readonly<Record<string, readonly number[]>>
}

/** A sentence as a question, and what in it nothing is known of. */
export interface Reading {
  question: Question
  /** Words that were not understood. */
  unknown: string[]
  /** Of those the ones without which it means something else. */
  turning: string[]
  /** Records by name that it is narrowed to, to be looked at with the asker's rights. */
  named: { field: string; module: string; id: number; said: string }[]
  /** Records by a number behind their noun, to be found. */
  numbered: { field: string; module: string; number: number; said: string }[]
  /** What was asked for as the asker's own, and they have none: a store, a department. */
  lacking: string[]
  /** Whether it goes on from the question before. */
  isFurther: boolean
  /** How surely it was understood, 0 to 1. */
  sure: number
}

export interface Piece extends Match {
  said: string
  /** Whether a mark such as a comma stands before it. */
  isListed: boolean
}
