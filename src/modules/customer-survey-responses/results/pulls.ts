import type { QuestionKind } from '../../../shared/surveys/questions.ts'
import { type AskedQuestion, isRated, LEAST_ANSWERS, type Tally } from './answer.ts'
import { meanOf, Z } from './nps.ts'

/** A question that a store was rated lower for than all stores together. */
export interface Pull {
  question: AskedQuestion
  /** In the question's own numbers; of yes and no the share of yes. */
  mean: number
  all: number
  /** How far below, as a share of the scale. */
  below: number
  n: number
}

const RANGE: Partial<Record<QuestionKind, number>> = { rating: 4, recommendation: 10, 'yes-no': 1 }

/**
 * What pulls a store's recommendation down: the other rated questions whose mean lies below that of all stores by more than chance alone
 * would explain (1.96 standard errors of the store's mean), the furthest below first. Nothing is said on fewer than ten answers.
 */
export function pullsOf(
  questions: readonly AskedQuestion[],
  here: Readonly<Record<string, Tally>>,
  everywhere: Readonly<Record<string, Tally>>,
  most = 3,
): Pull[] {
  return questions
    .flatMap((question): Pull[] => {
      const [mine, all] = [meanIn(here, question), meanIn(everywhere, question)]
      if (question.kind === 'recommendation' || !isRated(question.kind) || !mine || !all) return []
      const below = (all.mean - mine.mean) / (RANGE[question.kind] ?? 1)
      const isChance = all.mean - mine.mean <= Z * mine.error
      return mine.n < LEAST_ANSWERS || isChance ? [] : [{ question, mean: mine.mean, all: all.mean, below, n: mine.n }]
    })
    .toSorted((a, b) => b.below - a.below)
    .slice(0, most)
}

const meanIn = (tallies: Readonly<Record<string, Tally>>, { id }: AskedQuestion) => meanOf(tallies[id]?.counts ?? [])

/** Lines of a ranking: those that stand on enough answers, the best first, and those that do not. */
export function ranked<L>(
  lines: readonly L[],
  of: (line: L) => { n: number; value: number | null },
): { placed: L[]; tooFew: L[] } {
  const isEnough = (line: L) => of(line).n >= LEAST_ANSWERS && of(line).value !== null
  return {
    placed: lines.filter(isEnough).toSorted((a, b) => (of(b).value ?? 0) - (of(a).value ?? 0)),
    tooFew: lines.filter((line) => !isEnough(line)),
  }
}
