import { choice, computed, date, longText, moment, ref, refs, text } from '../../shared/fields.ts'
import { flow } from '../../shared/flow.ts'
import { resource } from '../../shared/resource.ts'
import { TODAY } from '../../shared/time/today.ts'

const STATES = [
  { value: 'active', label: 'Active', tone: 'ok' },
  { value: 'expired', label: 'Expired', tone: 'mute' },
  { value: 'revoked', label: 'Revoked', tone: 'bad' },
] as const

/** Ways in for other systems, each with rights of its own (`permissions`, beside the fields, as of a role). */
export const apiKeys = resource('api-keys', {
  wire: 'api-key',
  label: 'API keys',
  one: 'API key',
  icon: 'key',
  access: { permission: 'system' },
  ownership: { store: 'stores' },
  ownColumns: ['key_hash', 'account', 'permissions'],
  fields: {
    name: text('Name', {
      required: true,
      max: 100,
      unique: true,
      search: true,
      hint: 'Stands in history and audit beside all that is done with it',
    }),
    purpose: longText('What it is for', { required: true, max: 500, search: true }),
    system: text('External system', {
      max: 60,
      hint: 'A new key of the same system knows the records that the earlier one sent',
    }),
    stores: refs('Stores', 'stores', { hint: 'None: the whole chain' }),
    expires_on: date('Last day', { hint: 'A year from now at most; 90 days from now where nothing is said' }),
    addresses: longText('Allowed addresses', {
      max: 2000,
      hint: 'IP addresses or networks such as 203.0.113.0/24, one a line; empty: from anywhere',
    }),
    state: choice('Kept state', STATES, { readonly: true, default: 'active', filter: false }),
    standing: computed<'active' | 'expired' | 'revoked'>(
      'State',
      'choice',
      `case when r.state = 'active' and r.expires_on < ${TODAY} then 'expired' else r.state end`,
      { of: STATES, sortable: false },
    ),
    ends_with: text('Ends with', { readonly: true, max: 4, filter: false, sortable: false }),
    last_used_at: computed<string>(
      'Last used',
      'moment',
      '(select max(u.last_at) from api_key_uses u where u.api_key = r.id)',
      { filter: false, sortable: false },
    ),
    revoked_by: ref('Revoked by', 'users', { readonly: true, filter: false }),
    revoked_at: moment('Revoked at', { readonly: true, filter: false }),
  },
  title: 'name',
  list: { columns: ['name', 'purpose', 'stores', 'standing', 'expires_on', 'last_used_at'], sort: 'name' },
  flow: flow(
    'state',
    {
      revoke: {
        label: 'Revoke',
        from: ['active'],
        to: 'revoked',
        needs: 'edit',
        tone: 'danger',
        repeats: ['revoked'],
        stamps: { by: 'revoked_by', at: 'revoked_at' },
        dialog: {
          question: 'Revoke this key?',
          description: 'Whatever uses it is out within a second, for good.',
        },
        message: '{{name}} is revoked',
      },
    },
    { locked: { in: ['revoked'], refusal: 'key revoked' } },
  ),
})
