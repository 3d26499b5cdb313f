import { flag, longText } from '../../shared/fields.ts'
import { flow } from '../../shared/flow.ts'
import type { Right } from '../../shared/users/permissions.ts'
import { OPEN_STATES } from './states.ts'

/** Who directs the handling of complaints, and does not only look at them or approve what they cost. */
export const DIRECTS = ['edit', 'other'] as const satisfies Right

/** Why a complaint is reopened, or given more time. */
export const REASON = longText('Reason', { max: 1000 })

/** Every allowed step of a complaint (design/complaints.md, Status). Server, buttons and tests read this one table. */
export const complaintFlow = flow(
  'state',
  {
    start: {
      label: 'Start handling',
      from: ['new', 'reopened'],
      to: 'processing',
      needs: 'edit',
      tone: 'primary',
      key: 's',
    },
    complete: {
      label: 'Complete',
      from: OPEN_STATES,
      to: 'completed',
      needs: 'edit',
      asks: ['solution', 'origin', 'comment'],
      overrules: { refusal: 'tasks open', by: 'despite_tasks' },
      tone: 'primary',
      key: 'd',
    },
    // Stands out nowhere: it closes by itself after some days.
    close: {
      label: 'Close complaint',
      from: ['completed'],
      to: 'closed',
      needs: DIRECTS,
      key: 'd',
    },
    reopen: {
      // From Completed as from Closed: docs/decisions/directing.md.
      label: 'Reopen',
      from: ['completed', 'closed'],
      to: 'reopened',
      needs: DIRECTS,
      asks: ['reason'],
      tone: 'quiet',
      key: 'o',
    },
    trash: {
      label: 'Delete',
      from: OPEN_STATES,
      to: 'deleted',
      needs: 'delete',
      tone: 'danger',
      key: '#',
      dialog: {
        description: 'It goes to the trash, from where it can be restored.',
        many: 'They go to the trash and can be restored.',
      },
      undo: 'restore',
    },
    restore: {
      label: 'Restore',
      from: ['deleted'],
      to: 'before',
      needs: 'delete',
      tone: 'quiet',
      key: 'o',
      message: '{{number}} is restored',
    },
  },
  {
    extra: { reason: REASON, despite_tasks: flag('Although tasks are open') },
    name: 'issue_number',
    question: '{{step}}: {{n}} complaints',
    held: { by: 'merged_into_id', shown: 'merged_into', refusal: 'merged' },
  },
)
