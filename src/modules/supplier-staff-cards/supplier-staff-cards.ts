import { digits, ref } from '../../shared/fields.ts'
import { resource } from '../../shared/resource.ts'

/**
 * The codes on the printed cards. One that was lost or replaced is deleted, and known again as such: it opens nothing from then on.
 * Digits only, as a hand scanner types them alike under every keyboard and input method.
 */
export const supplierStaffCards = resource('supplier-staff-cards', {
  wire: 'supplier-staff-card',
  label: 'Entry cards',
  one: 'Entry card',
  access: { permission: 'supplier-staffs', internal: true },
  ownership: 'routes',
  fields: {
    staff: ref('Supplier staff member', 'supplier-staffs', { required: true, unique: true }),
    code: digits('Code', { required: true, length: 20, unique: true, private: 'sealed' }),
  },
})
