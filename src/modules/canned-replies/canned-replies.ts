import { otherNames } from '../../shared/definition/names.ts'
import { choice, flag, longText, ref, refs, text } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'
import { SOLUTIONS } from '../solutions/solutions.ts'

export const cannedReplies = resource('canned-replies', {
  wire: 'canned-reply',
  access: { permission: 'system', visibility: 'all' },
  label: 'Canned replies',
  one: 'Canned reply',
  icon: 'message-2',
  sheets: { import: true, export: true },
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true, max: 100, unique: true, search: true }),
    ...otherNames(100),
    body: longText('Text', { required: true, max: 5000, search: true, hint: 'In Vietnamese, as customers read it' }),
    body_en: longText('Text in English', { max: 5000 }),
    body_ko: longText('Text in Korean', { max: 5000 }),
    department: ref('Only for department', 'departments', {
      hint: 'Shown to this department only; to everybody if empty',
    }),
    types: refs('For complaints about', 'ticket-types', { hint: 'Offered first for these' }),
    solution: choice('Solution', SOLUTIONS, { hint: 'Proposed where a complaint is completed with this reply' }),
    origin: text('Cause', { max: 255, hint: 'Proposed where a complaint is completed with this reply' }),
    active: flag('Active', { default: true }),
  },
  list: { columns: ['name', 'body', 'types', 'department', 'active'], sort: 'name' },
})

/** The texts of a reply, one for each language. */
export const BODIES = ['body', 'body_en', 'body_ko'] as const
