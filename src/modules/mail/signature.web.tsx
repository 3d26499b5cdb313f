import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import type { MailStatus } from '../../shared/mail.ts'
import { post } from '../../web/api.ts'
import { RichTextInput } from '../../web/fields/rich-text/rich-text.tsx'
import { client } from '../../web/query.ts'
import { Dialog } from '../../web/ui/dialogs/dialog.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { mailKeys } from './data.web.ts'
import css from './mail.module.css'

/** What stands below every mail one writes. */
export default function SignatureDialog({ status, onClose }: { status: MailStatus; onClose: () => void }) {
  const [words, setWords] = useState(status.signature ?? '')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { signature } = await post<{ signature: string | null }>('mail/signature', { html: words })
      client.setQueryData<MailStatus>(mailKeys.status, (now) => now && { ...now, signature })
      snackbar(t('The signature is saved'), { variant: 'alert', colour: 'ok' })
      onClose()
    } catch (error) {
      sayFailure(error)
    }
    setBusy(false)
  }
  return (
    <Dialog opened onClose={onClose} title={t('Signature')} size={560}>
      <div className={css.signature}>
        <RichTextInput
          isCompact
          autoFocus
          value={words}
          onChange={setWords}
          aria-label={t('Signature')}
          onSubmit={() => void save()}
        />
        <Button loading={isBusy} onClick={() => void save()}>
          {t('Save')}
        </Button>
      </div>
    </Dialog>
  )
}
