import { t } from '../../../shared/language.ts'
import type { LetterFile } from '../../../web/outbox/outbox.ts'
import { AttachmentList } from '../../../web/public/attachments/attachment-list.tsx'
import { type Attachments, useAttachments } from '../../../web/public/attachments/use-attachments.ts'
import type { Errors } from '../../../web/public/form/errors.ts'
import { FormFrame } from '../../../web/public/form/form-frame.tsx'
import { questionsOf } from '../../../web/public/form/question.tsx'
import { type FormProps, useForm } from '../../../web/public/form/use-form.ts'
import { StoreField } from '../../../web/public/pick/store-field.tsx'
import { feedbackForm } from './feedback.public.ts'
import { ContentField } from './feedback-content.public.tsx'
import { type Feedback, TypeButtons } from './feedback-type.public.tsx'

export function FeedbackForm(props: FormProps<Feedback>) {
  const attachments = useAttachments(props.initial.key)
  const form = useForm(props, { errors: () => errorOfFiles(attachments), files: () => filesOf(attachments) })
  const isUploading = attachments.items.some(({ state }) => state === 'sending')
  const contact = questionsOf(feedbackForm, form).at(-1)
  return (
    <FormFrame
      form={form}
      send={t(feedbackForm.send)}
      sending={isUploading ? t('Sending your photos and videos…') : undefined}
    >
      <StoreField part={form} ask={t('Which store is it about?')} />
      <TypeButtons part={form} />
      <div className="words-block">
        <ContentField part={form} />
        <AttachmentList attachments={attachments} error={form.errors.attachments} />
      </div>
      <fieldset className="group">
        <legend className="group-title">{contact?.title}</legend>
        {contact?.content}
      </fieldset>
    </FormFrame>
  )
}

const filesOf = async (attachments: Attachments): Promise<LetterFile[]> =>
  (await attachments.settle()).map(({ key, id }) => ({ key, field: 'attachments', ...(id && { id }) }))

function errorOfFiles({ items }: Attachments): Errors {
  const isRefused = items.some(({ state }) => state === 'refused')
  return isRefused ? { attachments: t('Please remove the files that were not accepted.') } : {}
}
