import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { FieldError, inputId } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { ACCEPTED, isVideo, MOST_FILES } from './limits.ts'
import type { Attachment, Attachments } from './use-attachments.ts'

interface Props {
  attachments: Attachments
  error?: string
}

/** Pictures and videos: from the camera, the album, dropped or pasted; each with its progress. */
export function AttachmentList({ attachments, error }: Props) {
  const { items, refusals, take, remove, send } = attachments
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent | ClipboardEvent, files: FileList) => {
    if (files.length === 0) return
    event.preventDefault()
    setOver(false)
    take([...files])
  }
  const said = [error, ...refusals, ...items.map(({ refusal }) => refusal)].filter((one) => one !== undefined)
  return (
    <fieldset
      className={`attachments ${isOver ? 'is-over' : ''}`}
      aria-label={t('Pictures and videos')}
      aria-describedby={said.length > 0 ? 'attachments-error' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => drop(event, event.dataTransfer.files)}
      onPaste={(event) => drop(event, event.clipboardData.files)}
    >
      <ul className="attachment-row">
        {items.map((item) => (
          <Thumbnail key={item.key} item={item} onRemove={() => remove(item.key)} onRetry={() => void send(item)} />
        ))}
        {items.length < MOST_FILES && <Adders isAlone={items.length === 0} onPick={take} />}
      </ul>
      {items.length === 0 && said.length === 0 && (
        <p className="hint">
          {t('Up to {{files}} files: pictures of {{image}} MB, videos of {{video}} MB.', {
            files: MOST_FILES,
            image: 10,
            video: 100,
          })}
        </p>
      )}
      <div id="attachments-error" role="alert">
        {[...new Set(said)].map((message) => (
          <FieldError key={message}>{message}</FieldError>
        ))}
      </div>
    </fieldset>
  )
}

/** On a touch device one tap opens the camera; the other opens the album. */
function Adders({ isAlone, onPick }: { isAlone: boolean; onPick: (files: File[]) => void }) {
  const album = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const pick = (input: HTMLInputElement) => {
    onPick([...(input.files ?? [])])
    input.value = ''
  }
  return (
    <>
      <li className={`adder for-touch ${isAlone ? 'is-wide' : ''}`}>
        <button type="button" onClick={() => camera.current?.click()}>
          <Icon name="camera" size={24} stroke={1.6} />
          <span>{t('Take a photo')}</span>
        </button>
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          onChange={(e) => pick(e.target)}
        />
      </li>
      <li className={`adder ${isAlone ? 'is-wide' : ''}`}>
        <button type="button" id={inputId('attachments')} onClick={() => album.current?.click()}>
          <Icon name="photo-plus" size={24} stroke={1.6} />
          <span>{t('Add photos or videos')}</span>
        </button>
        <input ref={album} type="file" accept={ACCEPTED} multiple hidden onChange={(e) => pick(e.target)} />
      </li>
    </>
  )
}

function Thumbnail({ item, onRemove, onRetry }: { item: Attachment; onRemove: () => void; onRetry: () => void }) {
  const { file, preview, state, share } = item
  return (
    <li className={`thumbnail is-${state}`}>
      {isVideo(file) ? (
        <>
          <video src={`${preview}#t=0.1`} muted playsInline preload="metadata" aria-label={file.name} />
          <Icon name="player-play-filled" className="thumbnail-play" size={20} />
        </>
      ) : (
        <img src={preview} alt={file.name} onError={(event) => event.currentTarget.classList.add('is-broken')} />
      )}
      {state === 'sending' && (
        <progress
          className="thumbnail-progress"
          value={share}
          max={1}
          aria-label={t('Sending {{name}}', { name: file.name })}
        />
      )}
      {state === 'waiting' && (
        <button
          type="button"
          className="thumbnail-retry"
          aria-label={t('Send {{name}} again', { name: file.name })}
          onClick={onRetry}
        >
          <Icon name="refresh" size={24} stroke={1.75} />
        </button>
      )}
      <button
        type="button"
        className="thumbnail-remove"
        aria-label={t('Remove {{name}}', { name: file.name })}
        onClick={onRemove}
      >
        <Icon name="x" size={16} stroke={2.25} />
      </button>
    </li>
  )
}
