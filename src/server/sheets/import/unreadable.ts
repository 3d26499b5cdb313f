/** Why a workbook is not read; each has its sentence in `PROBLEMS`. */
export type Problem =
  | 'no workbook'
  | 'other letters'
  | 'damaged'
  | 'locked'
  | 'too large'
  | 'too many rows'
  | 'macros'
  | 'nothing known'
  | 'unknown columns'
  | 'no key'
  | 'no key, unknown columns'
  | 'no rows'
  | 'took too long'

/** What is told of it, a catalog key. */
export const PROBLEMS: Record<Problem, string> = {
  'no workbook': 'This file is not a workbook. Please choose an .xlsx, .xls or .csv file.',
  'other letters': 'The letters of this file cannot be read. Please save it as CSV UTF-8.',
  damaged: 'This workbook is damaged. Please open it, save it again and choose it once more.',
  locked: 'This workbook is locked with a password. Please save it without one.',
  'too large': 'This workbook is too large once unpacked. Please split it.',
  'too many rows': 'This workbook has more than {{max}} rows. Please split it.',
  macros: 'This workbook holds macros. Please save it as .xlsx without them.',
  'nothing known': 'No column of this workbook was recognised. Please use the template.',
  'unknown columns': 'No column of this workbook was recognised: {{columns}}. Please use the template.',
  'no key': 'The column {{field}} is missing. Please use the template.',
  'no key, unknown columns':
    'The column {{field}} is missing, and not recognised: {{columns}}. Please use the template.',
  'no rows': 'There is no row below the header.',
  'took too long': 'Reading this workbook took too long. Please split it.',
}

/** Ends the reading of a workbook with a sentence for its owner. */
export class Unreadable extends Error {
  readonly problem: Problem
  readonly params: Record<string, string | number>
  constructor(problem: Problem, params: Record<string, string | number> = {}) {
    super(problem)
    this.problem = problem
    this.params = params
  }
}
