import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StoredFile } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Pending } from '../fields/files/use-uploads.ts'
import css from './comment-box.module.css'

interface PendingListProps {
  files: readonly StoredFile[]
  pending: readonly Pending[]
  onRemove: (id: string) => void
  onDrop: (key: number) => void
  draw: (file: StoredFile) => ReactNode
}

/** What will go along with a comment: pictures already there, and those on their way. */
export function PendingList({ files, pending, onRemove, onDrop, draw }: PendingListProps) {
  if (files.length + pending.length === 0) return null
  return (
    <ul className={css.files}>
      {files.map((file) => (
        <li key={file.id}>
          {draw(file)}
          <CloseButton
            size="xs"
            className={css.remove}
            aria-label={t('Remove {{name}}', { name: file.name })}
            onClick={() => onRemove(file.id)}
          />
        </li>
      ))}
      {pending.map(({ key, file, share, problem }) => (
        <li key={key} data-problem={problem !== undefined} title={problem ?? file.name}>
          {problem ? (
            <small role="alert">{problem}</small>
          ) : (
            <progress value={share} max={1} aria-label={t('Uploading {{name}}', { name: file.name })} />
          )}
          <CloseButton
            size="xs"
            className={css.remove}
            aria-label={t('Remove {{name}}', { name: file.name })}
            onClick={() => onDrop(key)}
          />
        </li>
      ))}
    </ul>
  )
}
