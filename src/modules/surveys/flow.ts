import { flow } from '../../shared/flow.ts'

export const SURVEY_STAGES = [
  { value: 'draft', label: 'Draft', tone: 'mute' },
  { value: 'open', label: 'Taking answers', tone: 'ok' },
  { value: 'closed', label: 'Closed', tone: 'info' },
] as const

/** Only an open survey takes answers; its links and posters hold whatever its stage. */
export const surveyFlow = flow('stage', {
  open: {
    label: 'Open the survey',
    from: ['draft'],
    to: 'open',
    repeats: ['open'],
    needs: 'edit',
    tone: 'primary',
    message: '{{name}} is open',
  },
  close: {
    label: 'Close the survey',
    from: ['open'],
    to: 'closed',
    repeats: ['closed'],
    needs: 'edit',
    undo: 'reopen',
    message: '{{name}} is closed',
  },
  reopen: {
    label: 'Open again',
    from: ['closed'],
    to: 'open',
    repeats: ['open'],
    needs: 'edit',
    message: '{{name}} is open again',
  },
})
