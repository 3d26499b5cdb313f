import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../web/api.ts'
import { keys } from '../../../web/query.ts'
import { WIRE } from '../complaint.web.tsx'

/** How an answer reaches the customer. */
export interface AnswerWays {
  can_mail: boolean
  /** Completing tells them by mail, with the answer in it. */
  mails_completion: boolean
  /** The chain's details, below every mail. */
  foot: string
  /** Their private page, to hand on. */
  follow: string | null
}

/** Until the server has said. */
export const NO_WAY: AnswerWays = { can_mail: false, mails_completion: false, foot: '', follow: null }

export const answerWaysOf = (id: number) =>
  queryOptions({
    queryKey: keys.part(WIRE, id, 'answer-ways'),
    queryFn: () => get<AnswerWays>(`${WIRE}/${id}/answer-ways`, undefined, { quiet: true }),
  })
