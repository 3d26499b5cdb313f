import { z } from 'zod'
import { DOES, type Question } from './language/question.ts'

/*
 * What one sentence leaves for the next. It goes to the browser and comes back, so nothing in it is trusted: it names a question or words,
 * whose every part is looked at with the asker's rights anew.
 */

const period = z.strictObject({
  from: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  to: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  called: z.string().max(20),
})
const name = z.string().max(60)
const question = z.strictObject({
  module: name,
  does: z.enum(DOES),
  filters: z.record(name, z.array(z.string().max(100)).max(50)),
  on: name,
  period: period.nullable(),
  against: period.nullable(),
  by: name.nullable(),
  most: z.number().int().min(1).max(50).nullable(),
  isLeast: z.boolean(),
  of: name.nullable(),
  order: z.enum(['oldest', 'newest']),
})
const CONTEXT = z.strictObject({ question: question.optional(), draft: z.string().max(2000).optional() })
export interface Context {
  /** The question that was answered. */
  question?: Question
  /** The words of a complaint of which something is still needed. */
  draft?: string
}

export function contextOf(text: string | null | undefined): Context {
  if (!text) return {}
  try {
    return CONTEXT.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

export const contextText = (context: Context): string => JSON.stringify(context)
