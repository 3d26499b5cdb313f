import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { writeClipboard } from '../../public/ui/write-clipboard.ts'
import { Dialog } from './dialog.tsx'
import css from './secret-once.module.css'

interface SecretOnceProps {
  title: string
  secret: string
  /** What the secret is for, in words; it is not shown again. */
  children: ReactNode
  onKept: () => void
}

/** A secret that is shown this once. Nothing closes it but saying that it is kept. */
export function SecretOnce({ title, secret, children, onKept }: SecretOnceProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await writeClipboard(secret)
    setCopied(true)
  }
  return (
    <Dialog
      opened
      onClose={() => {}}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={css.once}>
        <p>{children}</p>
        <div className={css.secret}>
          <code>{secret}</code>
          <Button
            data-autofocus
            leftSection={isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            onClick={() => void copy()}
          >
            <span aria-live="polite">{isCopied ? t('Copied to the clipboard') : t('Copy')}</span>
          </Button>
        </div>
        <p className={css.warning}>{t('It is shown this once. Whoever loses it makes a new one.')}</p>
        <Button variant="default" onClick={onKept}>
          {t('I have kept it')}
        </Button>
      </div>
    </Dialog>
  )
}
