import { IconAlertTriangle, IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { PendingList } from '../../../web/discussion/pending-list.tsx'
import { Mark } from '../../../web/fields/cell.tsx'
import { Gallery } from '../../../web/fields/files/gallery.tsx'
import { endingsOf } from '../../../web/fields/files/uploads.ts'
import { useUploads } from '../../../web/fields/files/use-uploads.ts'
import { useSession } from '../../../web/session.ts'
import { FilePicker } from '../../../web/ui/file-picker.tsx'
import { checklistItems } from '../checklist.ts'
import css from './checklist.module.css'
import { ItemMenu } from './item-menu.web.tsx'
import type { ItemProps } from './item-props.web.ts'
import type { Item } from './use-checklist.web.ts'
import { AnswerInput, NumberInput } from './values.web.tsx'

/** One item: what it asks for, what was given, who did it. */
export function ItemRow(props: ItemProps) {
  const { item, acts, canGive } = props
  const photos = usePhotos(props)
  const value = useRef<HTMLDivElement>(null)
  const isDone = item.done_at !== null
  const press = () => {
    if (isDone) return void acts.change(item, { done: false }, { done_at: null, done_by: null })
    if (item.needs_photo && item.photos.length === 0) return photos.take(true)
    // What it asks for is asked first: there is nothing to tick without it.
    if ((item.kind === 'number' && item.number === null) || (item.kind === 'answer' && item.answer === null))
      return value.current?.querySelector<HTMLElement>('input')?.focus()
    void acts.change(item, { done: true }, { done_at: new Date().toISOString() })
  }
  return (
    <div className={css.item} data-done={isDone} data-out={item.is_out}>
      <input
        type="checkbox"
        className={css.tick}
        checked={isDone}
        disabled={!canGive}
        aria-label={item.title}
        onChange={press}
      />
      <div className={css.body}>
        <p className={css.title}>{item.title}</p>
        <ItemLine item={item} />
        {item.kind !== 'tick' && (
          <div ref={value} className={css.value}>
            {item.kind === 'number' ? <NumberInput {...props} /> : <AnswerInput {...props} />}
          </div>
        )}
        {item.note && <p className={css.note}>{item.note}</p>}
        {(item.photos.length > 0 || photos.pending.length > 0) && (
          <div className={css.photos}>
            {item.photos.length > 0 && <Gallery files={item.photos} size={64} />}
            <PendingList
              files={[]}
              pending={photos.pending}
              onRemove={() => undefined}
              onDrop={photos.drop}
              draw={() => null}
            />
          </div>
        )}
      </div>
      <div className={css.tools}>
        {canGive && item.photos.length < MOST_PHOTOS && (
          <button
            type="button"
            className={css.camera}
            data-needed={item.needs_photo && item.photos.length === 0}
            aria-label={t('Add a photo: {{name}}', { name: item.title })}
            title={t('Add a photo')}
            onClick={() => photos.take(false)}
          >
            <IconCamera size={18} aria-hidden="true" />
          </button>
        )}
        {photos.input}
        <ItemMenu {...props} />
      </div>
    </div>
  )
}

/** By when, by whom, what it needs, and who did it. */
function ItemLine({ item }: { item: Item }) {
  const { time_zone } = useSession()
  const parts = [
    item.person?.name,
    item.due_at && t('until {{when}}', { when: formatMoment(item.due_at, time_zone) }),
    item.done_at &&
      item.done_by &&
      t('done by {{name}}, {{when}}', { name: item.done_by.name, when: formatMoment(item.done_at, time_zone) }),
  ].filter(Boolean)
  const needsPhoto = item.needs_photo && item.photos.length === 0
  if (parts.length === 0 && !needsPhoto && !item.is_out) return null
  return (
    <p className={css.line}>
      {item.is_out && (
        <Mark tone="bad">
          <IconAlertTriangle size={14} aria-hidden="true" /> {t('Out of range')}
        </Mark>
      )}
      {needsPhoto && <Mark tone="warn">{t('Needs a photo')}</Mark>}
      {parts.join(' · ')}
    </p>
  )
}

const MOST_PHOTOS = checklistItems.fields.photos.max ?? 1

/** Photos of an item: taken or chosen, kept as soon as they are there. */
function usePhotos({ item, acts }: ItemProps) {
  const picker = useRef<HTMLInputElement>(null)
  const ticks = useRef(false)
  const uploads = useUploads({
    accept: 'images',
    max: MOST_PHOTOS,
    held: item.photos.length,
    onStored: (file) => {
      // Whoever wanted to tick it was asked for the photo, and has given it.
      const done = ticks.current && item.kind === 'tick'
      void acts.addPhoto(item, file, done ? { done } : {})
    },
  })
  return {
    pending: uploads.pending,
    drop: uploads.drop,
    take: (isTick: boolean) => {
      ticks.current = isTick
      picker.current?.click()
    },
    input: (
      <FilePicker
        ref={picker}
        multiple
        accept={endingsOf('images').join(',')}
        label={t('Photos of {{name}}', { name: item.title })}
        onFiles={uploads.add}
      />
    ),
  }
}
