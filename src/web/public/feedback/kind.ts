import { complaintConsent } from '../../../shared/consents/complaint.ts'
import type { FormKind } from '../form/kind.ts'
import type { Feedback } from './values.ts'

/** What the form asks, in the order it asks. */
export const feedback: FormKind<Feedback> = {
  name: 'feedback',
  page: '/feedback',
  path: '/create-ticket',
  consent: complaintConsent,
  empty: () => ({
    store: null,
    feedback_type: null,
    content: '',
    customer_name: '',
    phone: '',
    email: '',
    agreed: false,
  }),
  order: ['store', 'feedback_type', 'content', 'attachments', 'customer_name', 'phone', 'email', 'agreed'],
  rules: async () => (await import('./fields.ts')).rules,
  body: ({ email, agreed: _, ...values }) => ({ ...values, attachments: [], ...(email.trim() ? { email } : {}) }),
}
