import { flow } from '../../shared/flow.ts'

/** From the release on the plan of gifts is sealed; what has ended never runs again, as its seeds are public. */
export const eventFlow = flow(
  'stage',
  {
    release: {
      label: 'Release',
      from: ['draft'],
      to: 'running',
      needs: 'other',
      asks: ['registration_number'],
      tone: 'primary',
      dialog: {
        question: 'Release this event?',
        description:
          'It begins and ends at its dates by itself. The gifts and their chances are sealed now: changing them later is told to everybody.',
      },
      message: '{{name}} is released',
    },
    pause: { label: 'Pause', from: ['running'], to: 'paused', needs: 'other', tone: 'quiet', undo: 'resume' },
    resume: { label: 'Resume', from: ['paused'], to: 'running', needs: 'other', tone: 'primary' },
    end: {
      label: 'End now',
      from: ['running', 'paused'],
      to: 'ended',
      needs: 'other',
      tone: 'danger',
      dialog: {
        question: 'End this event for good?',
        description: 'Everybody can then check every draw. It cannot be opened again.',
      },
      message: '{{name}} has ended',
    },
  },
  { name: 'name', locked: { in: ['ended'], refusal: 'event over' } },
)
