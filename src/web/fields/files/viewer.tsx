import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { StoredFile } from '../../../shared/fields.ts'
import { formatBytes } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useFileUrl } from '../../ui/file-url.ts'
import css from '../show.module.css'
import { Turning } from './turning.tsx'

interface ViewerProps {
  files: readonly StoredFile[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

/** One file at full size, with the ones before and after by arrow keys. */
export default function Viewer({ files, at, onMove, onClose }: ViewerProps) {
  const file = files[at]
  if (!file) return null
  const move = (step: number) => onMove((at + step + files.length) % files.length)
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLVideoElement) return
    if (event.key === 'ArrowLeft') move(-1)
    if (event.key === 'ArrowRight') move(1)
  }
  return (
    <Dialog opened onClose={onClose} size="xl" title={file.name} onKeyDown={onKey}>
      <Large key={file.id} file={file} />
      <div className={css.viewerFoot}>
        <Turning at={at} total={files.length} move={move} />
        <small>{formatBytes(file.bytes, currentLanguage())}</small>
        <Download file={file} />
      </div>
    </Dialog>
  )
}

function Large({ file }: { file: StoredFile }) {
  const url = useFileUrl(file.id, 'full')
  const ratio = file.width && file.height ? { aspectRatio: `${file.width} / ${file.height}` } : undefined
  if (!url) return <div className={css.large} style={ratio} />
  if (file.type.startsWith('video/'))
    return (
      // Customers' videos come without captions.
      <video className={css.large} style={ratio} src={url} controls autoPlay>
        <track kind="captions" />
      </video>
    )
  return <img className={css.large} style={ratio} src={url} alt={file.name} />
}

function Download({ file }: { file: StoredFile }) {
  const url = useFileUrl(file.id, 'full')
  if (!url) return null
  return (
    <ActionIcon
      component="a"
      href={`${url}&download=1`}
      download={file.name}
      variant="default"
      aria-label={t('Download')}
      ml="auto"
    >
      <IconDownload size={18} />
    </ActionIcon>
  )
}
