import { choice, computed, longText, moment, refs, text } from '../../shared/fields.ts'
import { flow } from '../../shared/flow.ts'
import { resource } from '../../shared/resource.ts'

const STATES = [
  { value: 'on', label: 'Switched on', tone: 'ok' },
  { value: 'off', label: 'Switched off', tone: 'mute' },
] as const

/** Addresses of other systems that hear what happens (`events`, beside the fields), signed by Standard Webhooks. */
export const webhooks = resource('webhooks', {
  wire: 'webhook',
  label: 'Webhooks',
  one: 'Webhook',
  icon: 'webhook',
  access: { permission: 'system' },
  ownership: { store: 'stores' },
  ownColumns: ['events', 'former_until', 'tries', 'next_at', 'claim', 'claimed_until'],
  fields: {
    name: text('Name', { required: true, max: 100, unique: true, search: true }),
    url: text('Address', { required: true, max: 500, search: true, hint: 'Begins with https://' }),
    purpose: longText('What it is for', { max: 500, search: true }),
    stores: refs('Stores', 'stores', { hint: 'None: the whole chain' }),
    state: choice('State', STATES, { readonly: true, default: 'on' }),
    waiting: computed<number>(
      'Waiting to be sent',
      'count',
      "(select count(*)::int from webhook_deliveries d where d.webhook = r.id and d.state = 'waiting')",
      { filter: false, sortable: false },
    ),
    last_success_at: moment('Last success', { readonly: true, filter: false }),
    failing_since: moment('Failing since', { readonly: true, filter: false }),
    secret: text('Secret', { readonly: true, private: 'sealed', secret: true, max: 100 }),
    former_secret: text('Former secret', { readonly: true, private: 'sealed', secret: true, max: 100 }),
  },
  title: 'name',
  list: { columns: ['name', 'url', 'stores', 'state', 'waiting', 'last_success_at', 'failing_since'], sort: 'name' },
  flow: flow('state', {
    off: {
      label: 'Switch off',
      from: ['on'],
      to: 'off',
      needs: 'edit',
      tone: 'quiet',
      repeats: ['off'],
      undo: 'on',
      message: '{{name}} is switched off. What happens meanwhile is not told.',
    },
    on: {
      label: 'Switch on',
      from: ['off'],
      to: 'on',
      needs: 'edit',
      tone: 'primary',
      repeats: ['on'],
      sets: { failing_since: null, tries: null, next_at: null },
      message: '{{name}} is switched on',
    },
  }),
})
