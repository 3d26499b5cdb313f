import type { Permissions } from '../../shared/users/permissions.ts'

interface Preset {
  label: string
  hint: string
  permissions: Permissions
}

/** What most other systems need, to begin with. */
export const PRESETS: readonly Preset[] = [
  {
    label: 'Till: push bills',
    hint: 'Sends bills, and asks for what it sent',
    permissions: { 'vat-get-info': { read: true, add: true } },
  },
  {
    label: 'Mall: push orders',
    hint: 'Sends and changes orders, and asks what became of them',
    permissions: { orders: { read: true, add: true, edit: true } },
  },
  {
    label: 'Chat bot',
    hint: 'Opens complaints with photos, and reads what is answered',
    permissions: { complaints: { read: true, add: true } },
  },
]
