import { computed, moment, ref, refs, richText, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'
import { isOneOf, WORKING_STATES } from '../task-management/states.ts'

const counted = (condition: string): string =>
  `(select count(*)::int from task_management t where t.round_id = r.id and t.deleted_at is null and ${condition})`

/** One template sent to many stores at once: a task for each (design/tasks.md). */
export const taskRounds = resource('task-rounds', {
  wire: 'task-round',
  access: { permission: 'task-management' },
  label: 'Rounds',
  one: 'Round',
  icon: 'send',
  sheets: { export: true },
  ownership: { store: 'stores' },
  fields: {
    template: ref('Template', 'task-templates', { required: true }),
    title: text('Title', { required: true, max: 191, search: true }),
    due_at: moment('Due', { required: true }),
    date_start: moment('Date start', { filter: false }),
    description: richText('Description'),
    stores: refs('Stores', 'stores', { max: 1000, hint: 'Empty: every store that is open' }),
    sent: computed<number>('Sent', 'count', counted('true'), { sortable: false }),
    done: computed<number>('Done', 'count', counted("t.state = 'done'"), { sortable: false }),
    late: computed<number>('Late', 'count', counted(`${isOneOf('t.state', WORKING_STATES)} and t.date_end < now()`), {
      sortable: false,
    }),
    lacking: computed<number>(
      'Stores without anybody',
      'count',
      '(select count(*)::int from unnest(r.stores) s(id) where not exists (select 1 from task_management t where t.round_id = r.id and t.store = s.id and t.deleted_at is null))',
      { sortable: false },
    ),
  },
  title: 'title',
  prefillFrom: { template: { title: 'name', description: 'description' } },
  list: { columns: ['title', 'due_at', 'sent', 'done', 'late', 'lacking'], sort: '-created_at', hasSplit: false },
})

/** Where a store stands with its task of a round. */
export const ROUND_STAGES = [
  { value: 'nobody', label: 'Nobody there', tone: 'bad' },
  { value: 'unseen', label: 'Not seen', tone: 'mute' },
  { value: 'seen', label: 'Seen', tone: 'info' },
  { value: 'doing', label: 'Under way', tone: 'info' },
  { value: 'asked', label: 'Waiting for approval', tone: 'violet' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
  { value: 'done', label: 'Done', tone: 'ok' },
  { value: 'cancelled', label: 'No longer needed', tone: 'mute' },
] as const
export type RoundStage = (typeof ROUND_STAGES)[number]['value']

/** What the history of a task calls what happens to it in a round; whoever is in charge is told. */
export const ROUND_ACTS = { sent: 'send', reminded: 'remind late' } as const
