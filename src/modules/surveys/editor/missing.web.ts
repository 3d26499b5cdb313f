import { type Language, t } from '../../../shared/language.ts'
import { missingIn, type Question } from '../../../shared/surveys/questions.ts'
import type { AnyRow } from '../../../web/screens/module.ts'

const OTHERS = ['en', 'ko'] as const

/** What is not said in a language that something is said in; one that nothing is said in is not wanted. */
export function missingOf(
  survey: AnyRow,
  questions: readonly Pick<Question, 'text' | 'options'>[],
): { language: Language; what: string[] }[] {
  return OTHERS.flatMap((language) => {
    const heads = [
      { label: t('Title'), own: survey[`title_${language}`], vi: survey.title },
      { label: t('Introduction'), own: survey[`intro_${language}`], vi: survey.intro },
      { label: t('Thanks'), own: survey[`thanks_${language}`], vi: survey.thanks },
    ].filter(({ vi }) => vi)
    const asked = questions.map(({ text, options }, at) => ({
      label: t('Question {{n}}', { n: at + 1 }),
      own: [text, ...options].some((words) => missingIn(words).includes(language)) ? null : true,
      isBegun: [text, ...options].some((words) => !missingIn(words).includes(language)),
    }))
    const isWanted = heads.some(({ own }) => own) || asked.some(({ isBegun }) => isBegun)
    const what = [...heads, ...asked].filter(({ own }) => !own).map(({ label }) => label)
    return isWanted && what.length > 0 ? [{ language, what }] : []
  })
}
