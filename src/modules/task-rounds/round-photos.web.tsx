import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { longText } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { Thumbnail } from '../../web/fields/files/thumbnail.tsx'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import { useSession } from '../../web/session.ts'
import { tasks } from '../task-management/task-management.ts'
import type { Line, Photo } from './lines.web.ts'
import css from './task-rounds.module.css'

const Viewer = lazy(() => import('../../web/fields/files/viewer.tsx'))
const SIZE = 180

interface PhotosProps {
  lines: readonly Line[]
  onChange: () => void
}
interface Shown extends Photo {
  line: Line
}

/** What the stores photographed, item by item, side by side: one look compares them. */
export function RoundPhotos({ lines, onChange }: PhotosProps) {
  const [opened, setOpened] = useState<{ of: readonly Shown[]; at: number }>()
  const all = lines.flatMap((line) => line.photos.map((photo): Shown => ({ ...photo, line })))
  if (all.length === 0) return <p className={css.quiet}>{t('No photos yet.')}</p>
  return (
    <>
      {[...Map.groupBy(all, ({ title }) => title)].map(([title, photos]) => (
        <section key={title} className={css.item} aria-label={title}>
          <h2>
            {title} <small>{photos.length}</small>
          </h2>
          <ul className={css.photos}>
            {photos.map((photo, at) => (
              <li key={photo.file.id}>
                <button
                  type="button"
                  onClick={() => setOpened({ of: photos, at })}
                  aria-label={t('Open {{name}}', { name: `${photo.line.store.code} ${title}` })}
                >
                  <Thumbnail file={photo.file} size={SIZE} />
                </button>
                <Caption photo={photo} />
                <Again photo={photo} onChange={onChange} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {opened ? (
        <Suspense fallback={null}>
          <Viewer
            files={opened.of.map(({ file, line }) => ({ ...file, name: `${line.store.code} ${line.store.name}` }))}
            at={opened.at}
            onMove={(at) => setOpened({ ...opened, at })}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function Caption({ photo }: { photo: Shown }) {
  const { time_zone } = useSession()
  const { line, done_at, done_by } = photo
  return (
    <p>
      <b>{`${line.store.code} ${line.store.name}`}</b>
      {done_by ? <small>{done_by}</small> : null}
      {done_at ? <small>{formatMoment(done_at, time_zone)}</small> : null}
    </p>
  )
}

function Again({ photo, onChange }: { photo: Shown; onChange: () => void }) {
  if (!photo.line.is_judged || photo.done_at === null) return null
  const ask = () =>
    askFields({
      title: t('Have it done again in {{store}}?', { store: photo.line.store.name }),
      description: t('The photo goes, and whoever did it is told why.'),
      fields: { reason: longText('Why it is to be done again', { required: true, max: 300 }) },
      submit: t('Have it done again'),
      danger: true,
      draftKey: `${tasks.name}/${photo.line.task}/again/${photo.item}`,
      onSubmit: async ({ reason }) => {
        await post(`${tasks.wire}/${photo.line.task}/checklist/${photo.item}/again`, { reason })
        onChange()
      },
    })
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
      onClick={() => void ask()}
    >
      {t('Have it done again')}
      <span className="visually-hidden"> {`${photo.line.store.name}: ${photo.title}`}</span>
    </Button>
  )
}
