import { choice, count, flag, longText, moment, phone, recordNumber, ref, text } from '../../shared/fields.ts'
import { LANGUAGE_CHOICES } from '../../shared/language.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { RESPONSE_STATES, responseFlow } from './flow.ts'

/** By which way the link reached the customer. */
export const CHANNELS = [
  { value: 'poster', label: 'Poster in the store' },
  { value: 'link', label: 'Shared link' },
  { value: 'complaint', label: 'Mail after a complaint' },
  { value: 'delivery', label: 'Mail after a delivery' },
  { value: 'vat', label: 'Mail after a VAT invoice' },
] as const

/** What one customer answered, and what was done about it. The answers are kept to the letter in a column of its own. */
export const customerSurveyResponses = resource('customer-survey-responses', {
  access: { isMadeElsewhere: true },
  label: 'Survey responses',
  one: 'Survey response',
  icon: 'clipboard-text',
  sheets: { export: true },
  ...inGroups(
    group('Customer', {
      customer_name: text('Customer name', { readonly: true, max: 191, search: true, person: true }),
      phone: phone('Phone', { readonly: true, search: true }),
      may_be_called: flag('May be called', { readonly: true, default: false }),
    }),
    group('Response', {
      number: recordNumber('SR'),
      survey: ref('Survey', 'surveys', { required: true, readonly: true }),
      store: ref('Store', 'stores', { readonly: true }),
      /** The mean of what was rated, as long as anything was. */
      score: count('Score', { readonly: true, min: 0, max: 100 }),
      is_low: flag('Low score', { readonly: true, default: false }),
      channel: choice('Came by', CHANNELS, { required: true, readonly: true, default: 'link' }),
      language: choice('Language', LANGUAGE_CHOICES, { required: true, readonly: true, default: 'vi' }),
      answered_at: moment('Answered at', { required: true, readonly: true }),
    }),
    group('What was done about it', {
      state: choice('State', RESPONSE_STATES, { readonly: true, default: 'new' }),
      handler: ref('Handled by', 'users'),
      note: longText('Note', { max: 5000 }),
      contacted_by: ref('Contacted by', 'users', { readonly: true, filter: false }),
      contacted_at: moment('Contacted at', { readonly: true, filter: false }),
      completed_by: ref('Completed by', 'users', { readonly: true }),
      completed_at: moment('Completed at', { readonly: true }),
      complaint: ref('Complaint', 'complaints', { readonly: true }),
    }),
  ),
  flow: responseFlow,
  title: 'customer_name',
  list: {
    columns: ['number', 'survey', 'store', 'score', 'customer_name', 'phone', 'answered_at', 'handler', 'state'],
    sort: '-answered_at',
    views: [
      { path: 'new', label: 'New', filter: { state: 'new' } },
      { path: 'low', label: 'Low scores', filter: { is_low: 'true' } },
      { path: 'done', label: 'Done', filter: { state: 'done' } },
    ],
    pendingFilter: { is_low: ['true'], state: ['new', 'contacted'] },
    waiting: { since: 'answered_at', says: ['score', 'survey', 'store'] },
  },
  ownColumns: ['answers', 'marks', 'written', 'once_key', 'link'],
  unique: { messages: { customer_survey_responses_once: 'survey answered' } },
  scale: {
    counters: ['survey', 'store', 'state', 'is_low', 'channel'],
    statistics: {
      on: 'answered_at',
      figures: {
        responses: { label: 'Responses', count: true },
        low: { label: 'Low scores', count: true, where: { is_low: ['true'] }, more: 'worse' },
        score: { label: 'Mean score', mean: 'score', more: 'better' },
      },
    },
  },
  ownership: { store: 'store' },
  privacy: {
    customer: { phone: 'phone', name: 'customer_name', number: 'number', status: 'state' },
    retention: { finished: 730, trashed: 180 },
  },
})
