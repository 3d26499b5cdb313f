import { CloseButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { formatBytes } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { useUploads } from '../../../web/fields/files/use-uploads.ts'
import css from './writing.module.css'
import type { Attached } from './writings.web.ts'

interface AttachmentsProps {
  attached: readonly Attached[]
  uploads: ReturnType<typeof useUploads>
  onRemove: (one: Attached) => void
}

/** What goes along with a mail: files that are there, those on their way, and those that did not make it. */
export function Attachments({ attached, uploads, onRemove }: AttachmentsProps) {
  if (attached.length + uploads.pending.length === 0) return null
  return (
    <ul className={css.attached} aria-label={t('Files')}>
      {attached.map((one) => (
        <li key={one.file ?? `${one.id} ${one.part}`}>
          <IconPaperclip size={14} aria-hidden />
          <span title={one.name}>{one.name}</span>
          <small>{formatBytes(one.size, currentLanguage())}</small>
          <CloseButton size="xs" aria-label={t('Remove {{name}}', { name: one.name })} onClick={() => onRemove(one)} />
        </li>
      ))}
      {uploads.pending.map((one) => (
        <li key={one.key} data-problem={one.problem ? true : undefined}>
          <span title={one.file.name}>{one.file.name}</span>
          {one.problem ? (
            <>
              <small role="alert">{one.problem}</small>
              {uploads.canAgain(one) && (
                <button type="button" onClick={() => uploads.again(one)}>
                  {t('Try again')}
                </button>
              )}
            </>
          ) : (
            <progress value={one.share} max={1} aria-label={t('Uploading {{name}}', { name: one.file.name })} />
          )}
          <CloseButton
            size="xs"
            aria-label={t('Remove {{name}}', { name: one.file.name })}
            onClick={() => uploads.drop(one.key)}
          />
        </li>
      ))}
    </ul>
  )
}
