import { IconAlertTriangle, IconCamera, IconCheck, IconCircle, IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { Act } from '../../../web/acts/act.ts'
import { failureWords } from '../../../web/api.ts'
import { CAMERA, FilePicker } from '../../../web/ui/file-picker.tsx'
import { useFileUrl } from '../../../web/ui/file-url.ts'
import { useLeft } from '../../../web/use-left.ts'
import { ITEM_ANSWERS } from '../checklist.ts'
import type { Give, Given, ShownItem, ShownTask } from './day-acts.web.ts'
import css from './today.module.css'
import { Waiting } from './waiting.web.tsx'

interface ItemProps {
  task: ShownTask
  item: ShownItem
  isLocked: boolean
  give: Give
  drop: (act: Act) => Promise<void>
}

/** An item: a press anywhere ticks it, or takes the tick back; what it asks for besides is asked by the bar below. */
export function ItemRow({ task, item, isLocked, give, drop }: ItemProps) {
  const [problem, setProblem] = useState('')
  const left = useLeft()
  const isDone = item.done_at !== null
  const isPlain = item.kind === 'tick' && (!item.needs_photo || hasPhoto(item))
  const act = (given: Given, photos?: readonly File[]) => {
    setProblem('')
    give(task, item, given, photos, left).catch((error: unknown) => setProblem(failureWords(error)))
  }
  const canTurn = !isLocked && (isDone || isPlain)
  return (
    <li className={css.item} data-done={isDone || undefined} data-out={item.is_out || undefined}>
      <button
        type="button"
        className={css.tick}
        aria-pressed={isDone}
        disabled={!canTurn}
        onClick={() => act({ done: !isDone })}
      >
        {isDone ? <IconCheck size={22} aria-hidden="true" /> : <IconCircle size={22} aria-hidden="true" />}
        <span>
          {item.title}
          <Asked item={item} />
        </span>
      </button>
      {isLocked ? null : (
        <Camera item={item} onPhotos={(photos) => act({ ...(item.kind === 'tick' && { done: true }) }, photos)} />
      )}
      {item.photos.length > 0 || item.photosWaiting > 0 ? <Photos item={item} /> : null}
      {item.note && !isDone ? <p className={css.note}>{item.note}</p> : null}
      {item.waiting ? <Waiting act={item.waiting} drop={drop} /> : null}
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </li>
  )
}

export const hasPhoto = ({ photos, photosWaiting }: ShownItem): boolean => photos.length + photosWaiting > 0

/** What an item asks for, or what was given to it. */
function Asked({ item }: { item: ShownItem }) {
  const { kind, number, answer, needs_photo } = item
  const answered = ITEM_ANSWERS.find(({ value }) => value === answer)
  const parts = [
    ...(kind === 'number' && number !== null ? [figure(number, item)] : []),
    ...(kind === 'number' && number === null ? [rangeOf(item) || t('Note the number')] : []),
    ...(answered ? [t(answered.label)] : []),
    ...(needs_photo && !hasPhoto(item) ? [t('Needs a photo')] : []),
  ]
  if (parts.length === 0) return null
  return (
    <small data-out={item.is_out || undefined}>
      {item.is_out ? <IconAlertTriangle size={14} aria-hidden="true" /> : null}
      {parts.join(' · ')}
      {item.is_out ? ` · ${t('Out of range')} (${rangeOf(item)})` : ''}
    </small>
  )
}

export const figure = (number: number, { unit }: Pick<ShownItem, 'unit'>): string =>
  [formatNumber(number, currentLanguage(), 6), unit].filter(Boolean).join(' ')

/** The range that is right, in words. */
export function rangeOf({ least, most, unit }: Pick<ShownItem, 'least' | 'most' | 'unit'>): string {
  if (least !== null && most !== null)
    return t('from {{least}} to {{most}}', { least: figure(least, { unit: null }), most: figure(most, { unit }) })
  if (least !== null) return t('at least {{n}}', { n: figure(least, { unit }) })
  return most === null ? '' : t('at most {{n}}', { n: figure(most, { unit }) })
}

function Camera({ item, onPhotos }: { item: ShownItem; onPhotos: (photos: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FilePicker {...CAMERA} ref={input} label={t('Photo of {{item}}', { item: item.title })} onFiles={onPhotos} />
      <button
        type="button"
        className={css.camera}
        aria-label={t('Take a photo: {{item}}', { item: item.title })}
        onClick={() => input.current?.click()}
      >
        <IconCamera size={22} aria-hidden="true" />
      </button>
    </>
  )
}

const Photos = ({ item: { photos, photosWaiting } }: { item: ShownItem }) => (
  <p className={css.photos}>
    {photos.map(({ id, name }) => (
      <Thumbnail key={id} id={id} name={name} />
    ))}
    {photosWaiting > 0 ? (
      <span>
        <IconPhoto size={18} aria-hidden="true" />
        {t('{{n}} photos on this device', { n: photosWaiting })}
      </span>
    ) : null}
  </p>
)

function Thumbnail({ id, name }: { id: string; name: string }) {
  const address = useFileUrl(id, 'thumbnail')
  return address ? <img src={address} alt={name} width={56} height={56} /> : <span className={css.noPhoto} />
}
