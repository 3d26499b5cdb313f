import { queryOptions } from '@tanstack/react-query'
import type { Question } from '../../../shared/surveys/questions.ts'
import { get } from '../../../web/api.ts'
import { keys } from '../../../web/query.ts'
import { surveys } from '../surveys.ts'

export interface KeptQuestion extends Question {
  is_retired: boolean
  replaced_by: number | null
  has_answers: boolean
}
export interface KeptQuestions {
  version: number
  questions: KeptQuestion[]
}

export const questionsOf = (id: number | string) =>
  queryOptions({
    queryKey: keys.part(surveys.wire, id, 'questions'),
    queryFn: () => get<KeptQuestions>(`${surveys.wire}/${id}/questions`),
  })
