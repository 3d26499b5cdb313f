import { choice, choices, count, flag, longText, moment, ref, refs, text } from '../../shared/fields.ts'
import { group, inGroups, resource } from '../../shared/resource.ts'
import { SURVEY_STAGES, surveyFlow } from './flow.ts'

/** Who may answer only once. */
export const ONCE_PER = [
  { value: 'device', label: 'Once per device' },
  { value: 'phone', label: 'Once per phone number' },
  { value: 'nothing', label: 'As often as they like' },
] as const

/** What, once it is done, brings its customer a personal link by mail. */
export const SENT_AFTER = [
  { value: 'complaint', label: 'A completed complaint' },
  { value: 'delivery', label: 'A delivery that arrived' },
  { value: 'vat', label: 'An issued VAT invoice' },
] as const

/** What customers are asked; the questions stand in a table of their own (`survey_questions`). */
export const surveys = resource('surveys', {
  wire: 'survey',
  access: { permission: 'customer-survey-responses' },
  label: 'Surveys',
  one: 'Survey',
  icon: 'clipboard-text',
  ...inGroups(
    group('In Vietnamese', {
      title: text('Title', { required: true, max: 191, search: true }),
      intro: longText('Introduction', { max: 2000 }),
      thanks: longText('Thanks', { max: 1000, hint: 'What people read once they have answered' }),
    }),
    group('When and where', {
      stage: choice('Status', SURVEY_STAGES, { readonly: true, default: 'draft' }),
      stores: refs('Stores', 'stores', { whenEmpty: 'All stores', hint: 'None chosen: all stores', width: 180 }),
      opens_at: moment('Open from', { filter: false, hint: 'Empty: as soon as it is opened' }),
      closes_at: moment('Open until', {
        filter: false,
        hint: 'Empty: until it is closed',
        whenEmpty: 'Until it is closed',
      }),
      most_responses: count('Most responses', { min: 1, max: 10_000_000, hint: 'Empty: as many as come' }),
      /** Kept by the one statement that takes an answer in, so that the most are never exceeded. */
      answered: count('Responses', { readonly: true, default: 0 }),
      once_per: choice('Each person', ONCE_PER, { required: true, default: 'device' }),
      sent_after: choices('Sent by mail after', SENT_AFTER, {
        hint: 'With a personal link, where the customer has an e-mail address',
      }),
    }),
    group('What is asked of the person', {
      asks_name: flag('Name', { default: false, filter: false }),
      asks_phone: flag('Phone', { default: false, filter: false }),
      asks_call_consent: flag('Whether we may call', { default: false, filter: false }),
    }),
    group('Low scores', {
      low_below: count('A score below this opens a complaint', {
        min: 1,
        max: 100,
        hint: 'From 0 to 100; empty: no complaint is opened',
      }),
      complaint_type: ref('Feedback type of the complaint', 'ticket-types', { filter: false }),
    }),
    group('In English', {
      title_en: text('Title in English', { max: 191, search: true }),
      intro_en: longText('Introduction in English', { max: 2000 }),
      thanks_en: longText('Thanks in English', { max: 1000 }),
    }),
    group('In Korean', {
      title_ko: text('Title in Korean', { max: 191, search: true }),
      intro_ko: longText('Introduction in Korean', { max: 2000 }),
      thanks_ko: longText('Thanks in Korean', { max: 1000 }),
    }),
  ),
  flow: surveyFlow,
  title: 'title',
  list: {
    hasSplit: false,
    columns: ['title', 'stage', 'stores', 'answered', 'closes_at'],
    sort: '-created_at',
  },
  ownership: { store: 'stores' },
})
