import { plainWords } from '../../../shared/plain-words.ts'
import { post } from '../../../web/api.ts'
import { changed } from '../../../web/query.ts'
import { act } from '../../../web/screens/record-acts.ts'
import { overruling } from '../../../web/screens/view/move.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { complaintFlow } from '../flow.ts'
import { explained, latest } from '../view/steps.web.tsx'

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
    await overruling(complaintFlow.steps.complete, { ...outcome, comment: plainWords(html), version }, (body) =>
      act(complaints, row.id, 'complete', body),
    )
  } catch (error) {
    throw explained(error, row.id) ?? error
  }
}
