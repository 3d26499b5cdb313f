import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { choice, type Fields } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { customerSurveyResponses } from './customer-survey-responses.ts'
import { ANSWER, type AskedQuestion, isWritten, valuesOf } from './results/answer.ts'

const NO_QUESTIONS: readonly AskedQuestion[] = []

/** The answers of the survey in the address as a filter, in words; of none nothing could be chosen. */
export function useAnswerFilter(): Fields {
  const [params] = useSearchParams()
  const [survey] = params.getAll('survey')
  const answers = params.getAll('answer')
  const question = answers[0]?.split(':')[0]
  const query = question ? { question } : { survey }
  const { data: questions = NO_QUESTIONS, isPending } = useQuery({
    queryKey: [customerSurveyResponses.wire, 'questions', query],
    queryFn: ({ signal }) => get<AskedQuestion[]>(`${customerSurveyResponses.wire}/questions`, query, { signal }),
    enabled: Boolean(question ?? survey),
    staleTime: 60_000,
  })
  const isThere = Boolean(question ?? survey)
  const said = answers.join(' ')
  return useMemo((): Fields => {
    if (!isThere) return {}
    const known = questions.flatMap((one) => [
      { value: String(one.id), label: one.text },
      ...(isWritten(one.kind) ? [] : valuesOf(one)).map(({ value, label }) => ({
        value: `${one.id}:${value}`,
        label: `${one.text} · ${one.kind === 'yes-no' ? t(label) : label}`,
      })),
    ])
    // What is asked for stands for itself while its words are on their way, never as the number it has in the address.
    const waiting = isPending ? said.split(' ').map((value) => ({ value, label: '…' })) : []
    return { answer: choice(ANSWER.label, [...known, ...waiting], { readonly: true, filter: true }) }
  }, [isThere, isPending, questions, said])
}
