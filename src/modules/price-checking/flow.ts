import { flow } from '../../shared/flow.ts'

export const CHECK_STATES = [
  { value: 'to_check', label: 'To check', tone: 'warn' },
  { value: 'right', label: 'Right', tone: 'ok' },
  { value: 'wrong', label: 'Wrong', tone: 'bad' },
  { value: 'fixed', label: 'Fixed', tone: 'info' },
  { value: 'seen', label: 'Noted', tone: 'mute' },
] as const

const CHECKED = { by: 'checked_by', at: 'checked_at' } as const

/** What a store answers about a shelf; a price that was wrong is done with only when the new label is on a picture. */
export const checkFlow = flow(
  'status',
  {
    right: {
      label: 'Price is right',
      mayBeLate: true,
      from: ['to_check'],
      to: 'right',
      repeats: ['right'],
      needs: 'other',
      tone: 'primary',
      stamps: CHECKED,
      undo: 'undo-right',
      quick: { one: 'The price is right: {{name}}', many: 'Are {{n}} prices right?' },
      message: '{{name}}: the price is right',
    },
    'undo-right': {
      label: 'Check again',
      from: ['right'],
      to: 'to_check',
      repeats: ['to_check'],
      needs: 'other',
      tone: 'quiet',
      undoes: CHECKED,
      message: '{{name}} is to be checked',
    },
    wrong: {
      label: 'Price is wrong',
      mayBeLate: true,
      from: ['to_check'],
      to: 'wrong',
      needs: 'other',
      asks: ['shelf_price', 'till_price'],
      stamps: CHECKED,
    },
    fixed: {
      label: 'Fixed',
      mayBeLate: true,
      from: ['wrong'],
      to: 'fixed',
      needs: 'other',
      asks: ['label_photo'],
      tone: 'primary',
      stamps: { by: 'fixed_by', at: 'fixed_at' },
      dialog: { question: 'Take a picture of the new label' },
    },
  },
  { locked: { in: ['right', 'fixed'], refusal: 'check is done' } },
)
