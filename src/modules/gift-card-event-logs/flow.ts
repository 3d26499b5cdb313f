import { flow } from '../../shared/flow.ts'

export const LOG_STATES = [
  { value: 'none', label: 'No gift', tone: 'mute' },
  { value: 'won', label: 'Won', tone: 'accent' },
  { value: 'handed-out', label: 'Handed out', tone: 'ok' },
  { value: 'not-taken', label: 'Not taken', tone: 'warn' },
] as const

/** What was won is handed out, also where the line breaks that moment; or it is not taken, and its stock goes back. */
export const logFlow = flow(
  'state',
  {
    hand_out: {
      label: 'Hand out',
      from: ['won'],
      to: 'handed-out',
      needs: 'edit',
      mayTell: ['signature'],
      repeats: ['handed-out'],
      mayBeLate: true,
      stamps: { by: 'handed_by', at: 'handed_at' },
      tone: 'primary',
      message: 'The gift is handed out',
    },
    not_taken: {
      label: 'Not taken',
      from: ['won', 'handed-out'],
      to: 'not-taken',
      needs: 'edit',
      asks: ['return_reason'],
      tone: 'quiet',
      dialog: { question: 'Why is the gift not taken?', description: 'It goes back to the stock.' },
      message: 'The gift is back in stock',
    },
  },
  { name: 'bill_number' },
)
