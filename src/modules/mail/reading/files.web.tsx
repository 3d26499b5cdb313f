import { ActionIcon } from '@mantine/core'
import { IconDownload, IconFile, IconFileTypePdf } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { formatBytes } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { MailAttachment } from '../../../shared/mail.ts'
import { download } from '../../../web/download.ts'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { isPdf, isPicture, partPath, usePart } from './parts.web.ts'
import css from './reading.module.css'

const Preview = lazy(() => import('./preview.web.tsx'))

/** A picture is shown small at once up to here, bytes. */
const SMALL = 3_000_000

/** What came along with a mail: pictures and PDF are looked at here, everything can be kept. */
export function Files({ id, files }: { id: string; files: readonly MailAttachment[] }) {
  const [at, setAt] = useState<number | null>(null)
  const shown = files.filter(({ inline }) => !inline)
  const looked = shown.filter((file) => isPicture(file) || isPdf(file))
  if (shown.length === 0) return null
  return (
    <section className={css.files} aria-label={t('Files')}>
      <ul>
        {shown.map((file) => (
          <FileTile key={file.part} id={id} file={file} look={() => setAt(looked.indexOf(file))} />
        ))}
      </ul>
      {at !== null && (
        <Suspense>
          <Preview id={id} files={looked} at={at} onMove={setAt} onClose={() => setAt(null)} />
        </Suspense>
      )}
    </section>
  )
}

function FileTile({ id, file, look }: { id: string; file: MailAttachment; look: () => void }) {
  const canLook = isPicture(file) || isPdf(file)
  const small = usePart(id, file.part, isPicture(file) && file.size <= SMALL)
  const keep = () => void download(partPath(id, file.part), file.name).catch(sayFailure)
  return (
    <li className={css.file}>
      <button
        type="button"
        className={css.fileMain}
        title={file.name}
        aria-label={canLook ? t('Show {{name}}', { name: file.name }) : t('Download {{name}}', { name: file.name })}
        onClick={canLook ? look : keep}
      >
        {small ? (
          <img src={small} alt="" />
        ) : isPdf(file) ? (
          <IconFileTypePdf size={28} stroke={1.4} aria-hidden />
        ) : (
          <IconFile size={28} stroke={1.4} aria-hidden />
        )}
        <span>
          <b>{file.name}</b>
          <small>{formatBytes(file.size, currentLanguage())}</small>
        </span>
      </button>
      {canLook && (
        <ActionIcon
          size={28}
          aria-label={t('Download {{name}}', { name: file.name })}
          title={t('Download')}
          onClick={keep}
        >
          <IconDownload size={16} />
        </ActionIcon>
      )}
    </li>
  )
}
