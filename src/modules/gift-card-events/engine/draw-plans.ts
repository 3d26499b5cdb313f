import { count, longText, moment, ref, text } from '../../../shared/fields.ts'
import { resource } from '../../../shared/resource.ts'

/**
 * Versions of the plan of an event, of either face: the text that was committed to, and its seed, which nobody is shown before the event
 * is over. Written by a release and by a change of the plan.
 */
export const drawPlans = resource('draw-plans', {
  access: { permission: 'gift-card-events', internal: true },
  label: 'Versions of the plan',
  one: 'Version of the plan',
  ownership: 'routes',
  title: 'commitment',
  fields: {
    event: ref('Event', 'gift-card-events', { required: true }),
    plan_version: count('Version of the plan', { required: true }),
    first: count('First draw', { required: true }),
    text: longText('Plan', { required: true }),
    commitment: text('Commitment', { required: true }),
    seed: text('Seed', { required: true, private: 'sealed', secret: true }),
    reason: longText('Reason', { max: 500 }),
    made_by: ref('Made by', 'users'),
    made_at: moment('Made at', { required: true }),
  },
})
