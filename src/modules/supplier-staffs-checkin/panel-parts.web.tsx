import { NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { t } from '../../shared/language.ts'
import { Face } from '../../web/ui/avatar.tsx'
import { useFileUrl } from '../../web/ui/file-url.ts'
import css from './desk.module.css'

const BAGS_MOST = 99
/** Whatever is wrong stands above, so that all that is asked for stays on one line. */
const ORDER: ('label' | 'error' | 'input')[] = ['label', 'error', 'input']

export function Portrait({ name, photo }: { name: string; photo: string | null }) {
  const isKept = photo?.startsWith('data:') === true
  const address = useFileUrl(isKept ? null : photo)
  const shown = isKept ? photo : address
  return (
    <div className={css.portrait}>
      {shown ? <img src={shown} alt={t('Photo of {{name}}', { name })} /> : <Face name={name} size={168} />}
    </div>
  )
}

interface ReasonProps {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** Gets the focus once it turns out to be needed. */
export function Reason({ label, value, onChange, error }: ReasonProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  return (
    <TextInput
      ref={field}
      size="md"
      label={label}
      value={value}
      error={error}
      inputWrapperOrder={ORDER}
      maxLength={300}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface BadgeProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** Of those that a store lends who comes in. */
export const Badge = ({ value, onChange, error }: BadgeProps) => (
  <TextInput
    size="md"
    label={t('Badge number')}
    value={value}
    error={error}
    inputWrapperOrder={ORDER}
    inputMode="numeric"
    autoComplete="off"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

interface BadgeEndProps {
  label: string
  value: 'back' | 'lost'
  onChange: (value: 'back' | 'lost') => void
}

export const BadgeEnd = ({ label, value, onChange }: BadgeEndProps) => (
  <div>
    <p className={css.small}>{label}</p>
    <SegmentedControl
      aria-label={label}
      value={value}
      onChange={(chosen) => onChange(chosen === 'lost' ? 'lost' : 'back')}
      data={[
        { value: 'back', label: t('Given back') },
        { value: 'lost', label: t('Lost') },
      ]}
    />
  </div>
)

interface BagsProps {
  label: string
  value: number | string
  onChange: (value: number | string) => void
  error: string | undefined
}

/** One key and Enter. */
export const Bags = ({ label, value, onChange, error }: BagsProps) => (
  <NumberInput
    data-autofocus
    autoFocus
    size="md"
    label={label}
    value={value}
    onChange={onChange}
    error={error}
    inputWrapperOrder={ORDER}
    min={0}
    max={BAGS_MOST}
    allowDecimal={false}
    allowNegative={false}
    inputMode="numeric"
    hideControls
    className={css.bags}
  />
)

export function onEscape(event: KeyboardEvent, clear: () => void): void {
  if (event.key === 'Escape') clear()
}
