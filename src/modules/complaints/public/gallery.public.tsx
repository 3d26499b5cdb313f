import { useState } from 'react'
import type { StoredFile } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { Dialog } from '../../../web/public/ui/dialog.tsx'
import { Icon } from '../../../web/public/ui/icon.tsx'

/** Pictures and videos; a tap shows one large. */
export function Gallery({ files, token }: { files: StoredFile[]; token: string }) {
  const [shown, setShown] = useState<StoredFile | null>(null)
  if (files.length === 0) return null
  return (
    <>
      <ul className="gallery">
        {files.map((file) => (
          <li key={file.id}>
            <button type="button" aria-label={t('Show {{name}}', { name: file.name })} onClick={() => setShown(file)}>
              <Small file={file} token={token} />
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog title={shown.name} className="viewer" onClose={() => setShown(null)}>
          {isFilm(shown) ? (
            // biome-ignore lint/a11y/useMediaCaption: a customer's own film has no captions
            <video src={addressOf(shown, token)} controls autoPlay playsInline />
          ) : (
            <img src={addressOf(shown, token)} alt={shown.name} />
          )}
        </Dialog>
      )}
    </>
  )
}

function Small({ file, token }: { file: StoredFile; token: string }) {
  if (file.has_thumbnail)
    return <img src={addressOf(file, token, '/thumbnail')} alt="" loading="lazy" width={96} height={96} />
  if (isFilm(file)) {
    return (
      <>
        <video src={`${addressOf(file, token)}#t=0.1`} muted playsInline preload="metadata" />
        <Icon name="player-play-filled" className="thumbnail-play" size={22} />
      </>
    )
  }
  return <img src={addressOf(file, token)} alt="" loading="lazy" width={96} height={96} />
}

const isFilm = (file: StoredFile) => file.type.startsWith('video/')
const addressOf = ({ id }: StoredFile, token: string, part = '') =>
  `/api/file/${encodeURIComponent(id)}${part}?follow=${encodeURIComponent(token)}`
