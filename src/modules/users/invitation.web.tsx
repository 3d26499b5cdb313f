import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { Dialog } from '../../web/ui/dialogs/dialog.tsx'
import css from './users.module.css'

interface InvitationProps {
  /** Path of the one-time link, as the server gave it this once. */
  path: string | null
  name: string
  onClose: () => void
}

/** The link by which a new person sets their own password; it is never shown again. */
export function Invitation({ path, name, onClose }: InvitationProps) {
  const [isCopied, setCopied] = useState(false)
  const link = path ? `${location.origin}${path}` : ''
  const copy = async () => {
    setCopied(await copyText(link))
  }
  return (
    <Dialog
      opened={path !== null}
      onClose={onClose}
      title={t('Invitation for {{name}}', { name })}
      size={560}
      closeOnClickOutside={false}
    >
      <div className={css.invitation}>
        <p>
          {t('Send this link to {{name}}. It opens once, within 24 hours, and lets them choose their own password.', {
            name,
          })}
        </p>
        <TextInput
          label={t('Invitation link')}
          value={link}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className={css.once}>
          {t('The link is shown only now. If it gets lost, make a new one on the user’s page.')}
        </p>
        <div className={css.buttons}>
          <Button
            variant="default"
            leftSection={isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={() => void copy()}
          >
            {isCopied ? t('Link copied') : t('Copy link')}
          </Button>
          <Button onClick={onClose}>{t('Done')}</Button>
        </div>
        <span role="status" className="visually-hidden">
          {isCopied ? t('Link copied') : ''}
        </span>
      </div>
    </Dialog>
  )
}

/** The clipboard is only there on https and localhost; elsewhere the selection is copied the old way. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = [...document.querySelectorAll('input')].find((input) => input.value === text)
    field?.select()
    return document.execCommand('copy')
  }
}
