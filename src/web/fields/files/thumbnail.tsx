import { IconFile, IconMovie, IconPhoto } from '@tabler/icons-react'
import type { StoredFile } from '../../../shared/fields.ts'
import { useFileUrl } from '../../ui/file-url.ts'
import css from '../fields.module.css'

/** A small square picture of a file, or a sign of its kind. */
export function Thumbnail({ file, size = 44 }: { file: StoredFile; size?: number }) {
  return (
    <span className={css.thumb} style={{ width: size, height: size }}>
      {file.has_thumbnail ? <Picture id={file.id} size={size} /> : <Sign type={file.type} />}
    </span>
  )
}

function Picture({ id, size }: { id: string; size: number }) {
  const url = useFileUrl(id, 'thumbnail')
  return url ? <img src={url} alt="" width={size} height={size} loading="lazy" decoding="async" /> : null
}

function Sign({ type }: { type: string }) {
  if (type.startsWith('video/')) return <IconMovie size={20} aria-hidden="true" />
  return type.startsWith('image/') ? (
    <IconPhoto size={20} aria-hidden="true" />
  ) : (
    <IconFile size={20} aria-hidden="true" />
  )
}
