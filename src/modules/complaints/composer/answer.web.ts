import { queryOptions } from '@tanstack/react-query'
import { get, post } from '../../../web/api.ts'
import { changed, keys } from '../../../web/query.ts'
import { overruling } from '../../../web/screens/view/move.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { complaintFlow } from '../flow.ts'
import { explained, keep, latest } from '../view/steps.web.tsx'

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

export const answerWaysOf = (id: number) =>
  queryOptions({
    queryKey: keys.part(WIRE, id, 'answer-ways'),
    queryFn: () => get<AnswerWays>(`${WIRE}/${id}/answer-ways`, undefined, { quiet: true }),
  })

export interface Answer {
  html: string
  subject: string
  /** Files of the complaint that go along. */
  files: readonly string[]
}

export async function sendAnswer(row: Complaint, { html, subject, files }: Answer, key: string): Promise<void> {
  await post(`${WIRE}/${row.id}/send-mail`, { subject, body: html, attachments: files }, { idempotencyKey: key })
  changed(complaints.name, row.id)
}

export interface Outcome {
  solution: Complaint['solution']
  origin: string
}

/** Completes the case with the answer: the customer reads it on their page, and in the mail that tells of the end where one goes out. */
export async function completeWith(row: Complaint, html: string, outcome: Outcome): Promise<void> {
  const { version } = latest(row)
  try {
    keep(
      await overruling(complaintFlow.steps.complete, { ...outcome, comment: linesOf(html), version }, (body) =>
        post<Complaint>(`${WIRE}/${row.id}/complete`, body),
      ),
    )
  } catch (error) {
    throw explained(error, row.id) ?? error
  }
}

/** Rich text as lines, as a mail program without pictures shows it. */
export function linesOf(html: string): string {
  const page = new DOMParser().parseFromString(
    html.replace(/<br\s*\/?>/gi, '\n').replace(/<\/(p|li|h\d)>/gi, '\n'),
    'text/html',
  )
  return (page.body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
}
