import '../styles/feedback.css'
import { t } from '../../../shared/language.ts'
import { FormPage } from '../form/form-page.tsx'
import { Intro } from '../form/intro.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { feedback } from './kind.ts'
import { Thanks } from './thanks.tsx'

export default function FeedbackPage() {
  return (
    <FormPage
      kind={feedback}
      title={t('Feedback')}
      intro={
        <Intro
          title={t('We are listening')}
          lead={t('It takes about a minute. You get a number to follow it.')}
          points={[
            ['user-shield', t('The store manager reads it right away.')],
            ['checklist', t('You see every step on a private page.')],
            ['message-2-heart', t('At the end you can rate our work.')],
          ]}
        />
      }
      form={FeedbackForm}
      thanks={(receipt, onAgain) => <Thanks receipt={receipt} onAgain={onAgain} />}
    />
  )
}
