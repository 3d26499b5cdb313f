import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { t } from '../../shared/language.ts'
import { readCitizenCard } from '../../shared/vietnam/citizen-card.ts'
import { inputId } from '../../web/fields/inputs/frame.tsx'
import type { Outcome } from '../../web/scan/outcome.ts'
import { ScanAnswer, ScanInput } from '../../web/scan/scan-field.tsx'
import { useScanner } from '../../web/scan/use-scanner.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { FilePicker } from '../../web/ui/file-picker.tsx'
import css from './desk.module.css'

interface CardReaderProps {
  form: Form
  /** The address of the paper, in one line. */
  onAddress: (line: string) => void
  /** The codes of whoever comes next, read while this form is being saved. */
  next: RefObject<string[]>
}

/** Fills the form by the code of a citizen card or of a member card: scanned, seen by the camera, typed, or in a photo. */
export function CardReader({ form, onAddress, next }: CardReaderProps) {
  const picture = useRef<HTMLInputElement>(null)
  const onScan = (code: string): Outcome => {
    if (form.isSaving) {
      next.current.push(code)
      return { state: 'done' }
    }
    const card = readCitizenCard(code)
    if (card) {
      form.set('document', 'citizen')
      form.set('identity_number', card.number)
      if (card.name) form.set('full_name', card.name)
      if (card.birthDate) form.set('birth_date', card.birthDate)
      form.set('nationality', 'Việt Nam')
      if (card.address) onAddress(card.address)
      focusSoon('phone')
      const lacking = [
        ...(card.name ? [] : [t('Full name')]),
        ...(card.birthDate ? [] : [t('Date of birth')]),
        ...(card.address ? [] : [t('Address')]),
      ]
      const name = card.name ?? card.number
      if (lacking.length === 0) return { state: 'done', message: name }
      return { state: 'done', message: `${name} · ${t('Not on the card: {{fields}}', { fields: lacking.join(', ') })}` }
    }
    const digits = code.replace(/[\s-]/g, '')
    if (/^\d{16}$/.test(digits)) {
      form.set('card_number', digits)
      form.set('card_later', false)
      return { state: 'done', message: t('Card number') }
    }
    if (/^\d{12}$/.test(digits)) {
      form.set('document', 'citizen')
      form.set('identity_number', digits)
      focusSoon('full_name')
      return { state: 'done', message: t('ID card or passport number') }
    }
    return { state: 'unknown', message: t('Neither a citizen card nor a member card.') }
  }
  const scanner = useScanner(onScan)
  const { take } = scanner
  useEffect(() => {
    for (const code of next.current.splice(0)) take(code, 'scanner')
  }, [next, take])
  const read = async (photo: File) => {
    const codes = await import('../../web/scan/watch.ts').then(({ codesIn }) => codesIn(photo)).catch(() => [])
    // On some cards stands a second code, which says nothing to us.
    scanner.take(codes.find((code) => readCitizenCard(code)) ?? codes[0] ?? t('No code in this photo'), 'camera')
  }
  return (
    <section className={css.reader} aria-label={t('Read a card')}>
      <ScanInput scanner={scanner} inputMode="text" label={t('Scan the citizen card or the member card')} />
      <FilePicker
        ref={picture}
        accept="image/*"
        label={t('Photo of the card')}
        onFiles={([photo]) => photo && void read(photo)}
      />
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconPhoto size={18} aria-hidden="true" />}
        onClick={() => picture.current?.click()}
      >
        {t('From a photo')}
      </Button>
      <ScanAnswer scanner={scanner} isPrivate />
    </section>
  )
}

/** Once what was read is drawn. */
function focusSoon(field: string): void {
  requestAnimationFrame(() => document.getElementById(inputId(field))?.focus())
}
