import { ActionIcon } from '@mantine/core'
import { IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { StoredFile } from '../../../shared/fields.ts'
import { formatBytes } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import css from '../fields.module.css'
import { Framed, type InputProps } from '../inputs/frame.tsx'
import { filesIn } from '../values.ts'
import { Thumbnail } from './thumbnail.tsx'
import { endingsOf } from './uploads.ts'
import { type Pending, useUploads } from './use-uploads.ts'

const CoverButtons = lazy(() => import('./cover-buttons.tsx'))
const MOST_FILES = 10

/** Pictures and videos: chosen, dropped or pasted, several at once, each with its progress. */
export function FilesInput(props: InputProps) {
  const { field, disabled } = props
  const stored = filesIn(props.value)
  const latest = useRef(stored)
  useLayoutEffect(() => {
    latest.current = stored
  })
  const max = field.max ?? MOST_FILES
  const keep = (files: StoredFile[]) => {
    latest.current = files
    props.onChange(files)
  }
  const order = useRef(new Map<string, number>())
  const place = (file: StoredFile, chosen: number) => {
    order.current.set(file.id, chosen)
    const after = latest.current.findIndex(({ id }) => (order.current.get(id) ?? 0) > chosen)
    keep(latest.current.toSpliced(after < 0 ? latest.current.length : after, 0, file))
  }
  const cover = (file: StoredFile) => {
    // What still comes is behind it.
    order.current.clear()
    keep([file, ...latest.current.filter((one) => one.id !== file.id)])
  }
  const uploads = useUploads({
    accept: field.accept,
    max,
    held: stored.length,
    onStored: place,
    onBusy: props.onBusy,
  })
  return (
    <Framed of={props} as="div">
      {(aria) => (
        <>
          <DropZone
            onFiles={uploads.add}
            isFull={stored.length >= max}
            {...{ aria, disabled, max, accept: field.accept }}
            isMultiple={max > 1}
          />
          {stored.length + uploads.pending.length > 0 && (
            <ul className={css.files}>
              {stored.map((file, at) => (
                <li key={file.id}>
                  <Thumbnail file={file} />
                  <FileName
                    name={file.name}
                    note={field.hasCover && at === 0 ? t('Cover') : formatBytes(file.bytes, currentLanguage())}
                  />
                  {!disabled && field.hasCover && (
                    <Suspense>
                      <CoverButtons
                        file={file}
                        isCover={at === 0}
                        onCover={() => cover(file)}
                        onCropped={(cut) => keep(latest.current.map((one) => (one.id === file.id ? cut : one)))}
                      />
                    </Suspense>
                  )}
                  {!disabled && (
                    <RemoveButton
                      name={file.name}
                      onClick={() => keep(latest.current.filter((one) => one.id !== file.id))}
                    />
                  )}
                </li>
              ))}
              {uploads.pending.map((one) => (
                <PendingFile
                  key={one.key}
                  pending={one}
                  onDrop={() => uploads.drop(one.key)}
                  onAgain={uploads.canAgain(one) ? () => uploads.again(one) : undefined}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Framed>
  )
}

interface DropZoneProps {
  onFiles: (files: File[]) => void
  accept: 'images' | 'images and videos' | undefined
  isMultiple: boolean
  isFull: boolean
  max: number
  disabled: boolean | undefined
  aria: { id: string }
}

function DropZone({ onFiles, accept, isMultiple, isFull, max, disabled, aria }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => files && files.length > 0 && onFiles([...files])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    take(event.clipboardData.files)
  }
  return (
    <label
      className={css.drop}
      data-over={isOver || undefined}
      data-disabled={disabled || isFull || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <input
        {...aria}
        type="file"
        accept={endingsOf(accept).join(',')}
        multiple={isMultiple}
        disabled={disabled || isFull}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <IconUpload size={18} aria-hidden="true" />
      <span>{isFull ? t('At most {{max}} files', { max }) : t('Choose, drop or paste files')}</span>
    </label>
  )
}

function PendingFile({
  pending,
  onDrop,
  onAgain,
}: {
  pending: Pending
  onDrop: () => void
  onAgain: (() => void) | undefined
}) {
  const { file, share, problem } = pending
  const percent = Math.round(share * 100)
  return (
    <li data-problem={problem ? true : undefined}>
      <span className={css.thumb} />
      <FileName name={file.name} note={problem ?? `${percent}%`} />
      {problem ? null : (
        <progress value={percent} max={100} aria-label={t('Uploading {{name}}', { name: file.name })} />
      )}
      {problem && onAgain ? (
        <ActionIcon variant="subtle" color="gray" aria-label={t('Try again')} onClick={onAgain}>
          <IconRefresh size={16} />
        </ActionIcon>
      ) : null}
      <RemoveButton name={file.name} onClick={onDrop} />
    </li>
  )
}

const FileName = ({ name, note }: { name: string; note: string }) => (
  <span className={css.fileName}>
    <span title={name}>{name}</span>
    <small role="status">{note}</small>
  </span>
)

const RemoveButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={t('Remove {{name}}', { name })} onClick={onClick}>
    <IconX size={16} />
  </ActionIcon>
)
