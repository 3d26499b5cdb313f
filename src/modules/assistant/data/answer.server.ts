import type { Definition } from '../../../shared/resource.ts'
import type { Question } from '../language/question.ts'
import type { Answer } from './about.server.ts'
import { compared, heldAgainst } from './compared.server.ts'
import { counted, summed } from './counted.server.ts'
import { type Asker, queryOf } from './counting.server.ts'
import { shared, split } from './parts.server.ts'
import { maySeeAll } from './rights.server.ts'

/**
 * The answer to a question, of what the asker may see and no more; null where it asks for what is not theirs.
 * @param than the question before, where only the period is another one: the answer is held against it
 * @throws Refusal where something of it is no filter of the register's list
 */
export async function answerTo(
  asker: Asker,
  definition: Definition,
  question: Question,
  than: Question | null = null,
): Promise<Answer | null> {
  if (!(await maySeeAll(asker, definition, queryOf(definition, question, question.period)))) return null
  const about = { asker, definition, question }
  switch (question.does) {
    case 'compare':
      return compared(about)
    case 'rank':
    case 'by':
      return split(about)
    case 'share':
      return question.by ? split(about) : shared(about)
    case 'sum':
    case 'mean':
      return question.by ? split(about) : summed(about)
    default: {
      const answer = await counted(about)
      return than ? { ...answer, text: `${answer.text}${await heldAgainst(about, than)}` } : answer
    }
  }
}
