import { tIn } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import type { Question } from '../language/question.ts'
import type { Reply, ReplyLink } from '../reply.ts'
import type { Asker } from './counting.server.ts'
import { listLink } from './links.ts'

export type Answer = Pick<Reply, 'text' | 'understood' | 'figure' | 'links' | 'suggestions'>

/** Who asks what of which register. */
export interface About {
  asker: Asker
  definition: Definition
  question: Question
}

export const linkTo = ({ definition, question }: About, period = question.period): string =>
  listLink(definition, question, period)

/** A link to the rows behind an answer. */
export function rowsLink(about: About, period = about.question.period, label?: string): ReplyLink {
  const { language } = about.asker.actor
  return { label: label ?? tIn(language, 'Show the list'), path: linkTo(about, period) }
}
