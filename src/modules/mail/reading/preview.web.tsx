import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense } from 'react'
import { t } from '../../../shared/language.ts'
import type { MailAttachment } from '../../../shared/mail.ts'
import { download } from '../../../web/download.ts'
import { Dialog } from '../../../web/ui/dialogs/dialog.tsx'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { SkeletonLines } from '../../../web/ui/states.tsx'
import { isPdf, partPath, usePart } from './parts.web.ts'
import css from './reading.module.css'

const Pdf = lazy(() => import('./pdf.web.tsx'))

import { Turning } from '../../../web/fields/files/turning.tsx'

interface PreviewProps {
  id: string
  files: readonly MailAttachment[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

/** A picture or a PDF at full size, with the ones before and after by arrow keys. */
export default function Preview({ id, files, at, onMove, onClose }: PreviewProps) {
  const file = files[at]
  if (!file) return null
  const move = (step: number) => onMove((at + step + files.length) % files.length)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(-1)
    if (event.key === 'ArrowRight') move(1)
  }
  return (
    <Dialog opened onClose={onClose} size="xl" title={file.name} onKeyDown={onKey}>
      {isPdf(file) ? (
        <Suspense fallback={<SkeletonLines lines={12} />}>
          <Pdf key={file.part} id={id} file={file} />
        </Suspense>
      ) : (
        <Picture key={file.part} id={id} file={file} />
      )}
      <div className={css.previewFoot}>
        <Turning at={at} total={files.length} move={move} />
        <ActionIcon
          variant="default"
          ml="auto"
          aria-label={t('Download')}
          onClick={() => void download(partPath(id, file.part), file.name).catch(sayFailure)}
        >
          <IconDownload size={18} />
        </ActionIcon>
      </div>
    </Dialog>
  )
}

function Picture({ id, file }: { id: string; file: MailAttachment }) {
  const address = usePart(id, file.part)
  if (address === false) return <p role="alert">{t('This file cannot be shown.')}</p>
  return address ? <img className={css.large} src={address} alt={file.name} /> : <SkeletonLines lines={10} />
}
