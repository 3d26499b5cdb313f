import type { Tone } from '../../../shared/fields.ts'
import { Stars, type StoryWords } from '../../../web/discussion/activity-line.tsx'
import { tasks } from '../task-management.ts'

const VERBS: Record<string, string> = {
  create: 'created the task',
  import: 'imported the task',
  update: 'changed the task',
  begin: 'began it',
  progress: 'moved the progress',
  approve: 'approved it',
  reject: 'rejected it',
  reopen: 'reopened it',
  cancel: 'said that it is no longer needed',
  destroy: 'moved it to the trash',
  restore: 'restored it',
  seen: 'looked at it',
  tick: 'ticked an item',
  untick: 'took a tick back',
  'add items': 'added to the checklist',
  'change item': 'changed the checklist',
  'note item': 'noted something in the checklist',
  'remove item': 'took an item off the checklist',
  'item again': 'wants an item done again',
  'item out of range': 'found something out of range',
  spent: 'noted the hours spent',
  free: 'told that nothing holds it up any more',
  late: 'marked it as late',
  remind: 'reminded of it',
}
const TONES: Record<string, Tone> = {
  create: 'info',
  begin: 'accent',
  tick: 'ok',
  approve: 'ok',
  reject: 'bad',
  'item again': 'bad',
  'item out of range': 'bad',
  late: 'bad',
  remind: 'warn',
  reopen: 'violet',
}

/** Follow from the rest, and would only repeat it. */
const UNTOLD: readonly string[] = [
  ...[
    'state',
    'version',
    'deleted_at',
    'progress_before',
    'worked_by',
    'freed_at',
    'late_since',
    'falls_on',
    'in_charge',
  ],
  ...['begun_at', 'finished_at', 'done_at', 'seen_at', 'seen_by', 'told', 'decided_by', 'decided_at'],
  ...['cancelled_by', 'cancelled_at', 'template_id', 'round_id', 'series_id', 'occurrence_on', 'source'],
]

/** How the history of a task is told on its page. */
export const taskWords: StoryWords = {
  definition: tasks,
  verbOf: ({ action }) => VERBS[action] ?? 'changed the task',
  toneOf: ({ action, changes }) => (changes.state?.[1] === 'done' ? 'ok' : (TONES[action] ?? 'mute')),
  // What is cleared as it goes on was told when it came.
  changesOf: ({ action, changes }) =>
    Object.entries(changes).filter(
      ([name, [, after]]) => !UNTOLD.includes(name) && (action === 'update' || (after !== null && after !== '')),
    ),
  drawValue: (name, value) => (name === 'quality' ? <Stars n={Number(value)} /> : undefined),
  labels: { item: 'Item', noted: 'Number', range: 'Right range' },
}
