import { ActionIcon, CloseButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { formatBytes } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { attachedOf } from '../../../shared/mail.ts'
import { useUploads } from '../../../web/fields/files/use-uploads.ts'
import { FilePicker } from '../../../web/ui/file-picker.tsx'
import { picturesIn, UPLOAD } from './pictures.web.ts'
import css from './writing.module.css'
import { type Attached, type Writing, write, writingOf } from './writings.web.ts'

const FILES_MOST = 50

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

export function FileButton({ add }: { add: (files: File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <ActionIcon aria-label={t('Attach files')} title={t('Attach files')} onClick={() => picker.current?.click()}>
        <IconPaperclip size={18} />
      </ActionIcon>
      <FilePicker ref={picker} multiple label={t('Attach files')} onFiles={add} />
    </>
  )
}

/** The files of a mail that is written, and the pictures in its words, on their way up. */
export function useFiles(writing: Writing, onTrouble: (words: string) => void) {
  const { key } = writing
  const [inText, setInText] = useState(0)
  const [isUploading, setUploading] = useState(false)
  const uploads = useUploads({
    accept: 'any',
    path: UPLOAD,
    max: FILES_MOST,
    held: writing.attached.length,
    onStored: (file) => write(key, { attached: [...(writingOf(key)?.attached ?? []), attachedOf(file)] }),
    onBusy: setUploading,
  })
  const pictures = useMemo(
    () =>
      picturesIn(
        () => undefined,
        onTrouble,
        (by) => setInText((now) => now + by),
        () => writingOf(key)?.placed ?? {},
      ),
    [onTrouble, key],
  )
  return { uploads, pictures, isBusy: isUploading || inText > 0 }
}
