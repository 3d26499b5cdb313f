import { complaintConsent } from '../../../shared/consents/complaint.ts'
import { files, longText, phone, ref, text } from '../../../shared/fields.ts'
import { publicForm } from '../../public-form.ts'
import { complaints } from '../complaints.ts'

export const LONGEST_CONTENT = 5000

export const feedbackForm = publicForm('feedback', complaints, {
  path: 'create-ticket',
  summary: 'A complaint by the public',
  parts: [
    {
      title: 'What happened',
      asks: {
        store: { label: 'Which store is it about?' },
        feedback_type: {
          label: 'What is it about?',
          field: ref('Feedback type', 'ticket-types', {
            required: true,
            requiredMessage: 'Please choose what it is about',
          }),
        },
        content: {
          label: 'Tell us what happened',
          placeholder: 'What happened, when, and what would put it right?',
          field: longText('Content', {
            required: true,
            max: LONGEST_CONTENT,
            requiredMessage: 'Please tell us what happened',
          }),
        },
        attachments: { field: files('Pictures and videos', { max: 5 }) },
      },
    },
    {
      title: 'How can we reach you?',
      asks: {
        customer_name: { as: 'name', field: text('Your name', { required: true, max: 191 }) },
        phone: { field: phone('Phone number', { required: true }) },
        email: {},
      },
    },
  ],
  consent: complaintConsent,
  intro: {
    title: 'We are listening',
    lead: 'It takes about a minute. You get a number to follow it.',
    points: [
      ['user-shield', 'The store manager reads it right away.'],
      ['checklist', 'You see every step on a private page.'],
      ['message-2-heart', 'At the end you can rate our work.'],
    ],
  },
  send: 'Send feedback',
  thanks: {
    title: 'Thank you for telling us',
    lead: 'The store has your message now. Someone will look into it.',
    label: 'Your ticket number',
    again: 'Send more feedback',
  },
})
