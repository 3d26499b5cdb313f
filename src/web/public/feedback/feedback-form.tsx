import { t } from '../../../shared/language.ts'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { type Attachments, useAttachments } from '../attachments/use-attachments.ts'
import { FormFrame } from '../form/form-frame.tsx'
import type { Errors } from '../form/kind.ts'
import type { LetterFile } from '../form/outbox.ts'
import { type FormProps, useForm } from '../form/use-form.ts'
import { StoreField } from '../pick/store-field.tsx'
import { ContactFields } from './contact-fields.tsx'
import { TypeButtons } from './type-buttons.tsx'
import type { Feedback } from './values.ts'
import { WordsField } from './words-field.tsx'

export function FeedbackForm(props: FormProps<Feedback>) {
  const attachments = useAttachments(props.initial.key)
  const form = useForm(props, { errors: () => errorOfFiles(attachments), files: () => filesOf(attachments) })
  const isUploading = attachments.items.some(({ state }) => state === 'sending')
  return (
    <FormFrame
      form={form}
      send={t('Send feedback')}
      sending={isUploading ? t('Sending your photos and videos…') : undefined}
    >
      <StoreField part={form} ask={t('Which store is it about?')} />
      <TypeButtons part={form} />
      <div className="words-block">
        <WordsField part={form} />
        <AttachmentList attachments={attachments} error={form.errors.attachments} />
      </div>
      <ContactFields part={form} />
    </FormFrame>
  )
}

const filesOf = async (attachments: Attachments): Promise<LetterFile[]> =>
  (await attachments.settle()).map(({ key, id }) => ({ key, field: 'attachments', ...(id && { id }) }))

function errorOfFiles({ items }: Attachments): Errors {
  const isRefused = items.some(({ state }) => state === 'refused')
  return isRefused ? { attachments: t('Please remove the files that were not accepted.') } : {}
}
