import { longText } from '../../shared/fields.ts'
import { flow, type StepTaker } from '../../shared/flow.ts'
import { OPEN_STATES } from './states.ts'

type Row = Readonly<Record<string, unknown>>

/** Whose id stands in a field that points at one or several people. */
const idsIn = (value: unknown): unknown[] =>
  [value].flat().map((one) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one))

export const isProcessor = ({ processors }: Row, { id }: Pick<StepTaker, 'id'>): boolean =>
  idsIn(processors).includes(id)
const decides = (row: Row, person: StepTaker): boolean =>
  !isProcessor(row, person) && (idsIn(row.approver).includes(person.id) || person.may('other'))

const REASON = { max: 1000 } as const

/**
 * The steps that people take from one state of a task to another. What its processors do moves the progress instead
 * (`progress.server.ts`), and leads to Under way, Waiting for approval and Done by itself.
 */
export const taskFlow = flow(
  'state',
  {
    begin: {
      label: 'Begin',
      from: ['todo', 'rejected'],
      to: 'doing',
      needs: 'read',
      tone: 'primary',
      isOffered: (row, person) => isProcessor(row, person) || person.may('edit'),
    },
    approve: {
      label: 'Approve',
      from: ['asked'],
      to: 'done',
      needs: 'read',
      asks: ['quality'],
      mayTell: ['quality_note'],
      stamps: { by: 'decided_by', at: 'decided_at' },
      tone: 'primary',
      dialog: { isEmpty: true },
      summary:
        'Approve what was done, with its quality; by the approver, or on behalf by whoever holds `other`, and never by who worked on it',
      isOffered: decides,
    },
    reject: {
      label: 'Reject',
      from: ['asked'],
      to: 'rejected',
      needs: 'read',
      asks: ['reject_reason'],
      stamps: { by: 'decided_by', at: 'decided_at' },
      tone: 'quiet',
      dialog: { isEmpty: true },
      summary: 'Reject what was done, with a reason; it goes on at the progress it had',
      isOffered: decides,
    },
    reopen: {
      label: 'Reopen',
      from: ['done', 'cancelled'],
      to: 'doing',
      needs: 'other',
      asks: ['reason'],
      tone: 'quiet',
    },
    cancel: {
      label: 'No longer needed',
      from: OPEN_STATES,
      to: 'cancelled',
      needs: 'other',
      asks: ['cancel_reason'],
      stamps: { by: 'cancelled_by', at: 'cancelled_at' },
      tone: 'quiet',
      dialog: { isEmpty: true },
      isOffered: (row, person) => !isProcessor(row, person) || idsIn(row.created_by).includes(person.id),
    },
  },
  {
    extra: { reason: longText('Reason', REASON) },
    name: 'number',
    question: '{{step}}: {{n}} tasks',
    locked: { in: ['done', 'cancelled'], refusal: 'task over' },
  },
)
