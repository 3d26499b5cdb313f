import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { StoredFile } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import css from '../show.module.css'
import { Thumbnail } from './thumbnail.tsx'

const Viewer = lazy(() => import('./viewer.tsx'))
const SIZE = 96

/** Pictures and videos as small squares; each opens large, videos play. */
export function Gallery({ files, size = SIZE }: { files: readonly StoredFile[]; size?: number }) {
  const [opened, setOpened] = useState<number>()
  return (
    <>
      <ul className={css.gallery}>
        {files.map((file, at) => (
          <li key={file.id}>
            <button
              type="button"
              title={file.name}
              aria-label={t('Open {{name}}', { name: file.name })}
              onClick={() => setOpened(at)}
            >
              <Thumbnail file={file} size={size} />
              {file.type.startsWith('video/') ? (
                <IconPlayerPlayFilled className={css.play} size={22} aria-hidden="true" />
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <Viewer files={files} at={opened} onMove={setOpened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}
