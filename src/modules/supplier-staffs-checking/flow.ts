import { choice } from '../../shared/fields.ts'
import { flow } from '../../shared/flow.ts'

/** What becomes of a badge in the end. */
export const RETURNED = [
  { value: 'back', label: 'Given back', tone: 'ok' },
  { value: 'lost', label: 'Lost', tone: 'bad' },
] as const

export const VISIT_STATES = [
  { value: 'planned', label: 'Planned', tone: 'info' },
  { value: 'inside', label: 'Inside now', tone: 'violet' },
  { value: 'left', label: 'Left', tone: 'ok' },
  { value: 'unresolved', label: 'Left without checking out', tone: 'bad' },
  { value: 'resolved', label: 'Resolved', tone: 'mute' },
  { value: 'no-show', label: 'Did not come', tone: 'warn' },
  { value: 'cancelled', label: 'Cancelled', tone: 'mute' },
] as const

/** The desk (also later, of who counted as missed meanwhile), and the clock, take most steps; a manager settles what was left open, and whoever plans takes a plan back. */
export const visitFlow = flow(
  'status',
  {
    arrive: { label: 'Check in', from: ['planned', 'no-show'], to: 'inside', needs: 'add', automatic: true },
    leave: { label: 'Check out', from: ['inside', 'unresolved'], to: 'left', needs: 'add', automatic: true },
    lapse: {
      label: 'Left without checking out',
      from: ['inside'],
      to: 'unresolved',
      needs: 'other',
      automatic: true,
    },
    miss: { label: 'Did not come', from: ['planned'], to: 'no-show', needs: 'edit', automatic: true },
    cancel: { label: 'Cancel the plan', from: ['planned'], to: 'cancelled', needs: 'edit', tone: 'quiet' },
    resolve: {
      label: 'Resolve',
      from: ['unresolved'],
      to: 'resolved',
      needs: 'other',
      asks: ['left_at', 'resolution'],
      mayTell: ['badge_state'],
      stamps: { by: 'resolved_by', at: 'resolved_at' },
      tone: 'primary',
      dialog: { description: 'When did they really leave, and what was found out?' },
    },
  },
  { extra: { badge_state: choice('Badge', RETURNED, { hint: 'Where one was given out' }) } },
)
