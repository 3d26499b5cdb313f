import { ActionIcon, TextInput } from '@mantine/core'
import { IconCamera, IconScan, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import { fetchAhead } from '../ahead.ts'
import { ErrorBoundary } from '../app/error-boundary.tsx'
import { lazyWithCatalog } from '../catalogs.ts'
import { wordOf } from './outcome.ts'
import css from './scan.module.css'
import { isSoundOn, turnSound } from './signals.ts'
import { type OnScan, type Scanner, type ScanOptions, useScanner } from './use-scanner.ts'

const loadCamera = () => import('./camera.tsx')
const Camera = lazyWithCatalog(loadCamera)

interface LookProps {
  /** Above the field. */
  label?: string | undefined
  /** The keyboard of a phone; codes are digits mostly. */
  inputMode?: 'numeric' | 'text' | undefined
  /** What is under way beside the field: once that changes the field is ready again for who types, unless something else has the focus. */
  under?: unknown
  /** A code that stands in the field at first, to be corrected. */
  given?: string | undefined
}

/**
 * Where codes are read: by a hand scanner wherever the focus is, by the camera, or typed. What `onScan` answers stands below by colour
 * and word, and is heard and felt; the field is ready for the next code meanwhile.
 */
export function ScanField({ onScan, isProduct, isOn, onBusy, ...look }: LookProps & ScanOptions & { onScan: OnScan }) {
  const scanner = useScanner(onScan, { isProduct, isOn, onBusy })
  useEffect(() => fetchAhead(loadCamera), [])
  return (
    <div className={css.scan}>
      <ScanInput scanner={scanner} {...look} />
      <ScanAnswer scanner={scanner} />
    </div>
  )
}

/** The field alone, for screens that show the answer in a way of their own. */
export function ScanInput({
  scanner,
  label,
  inputMode = 'numeric',
  under,
  given = '',
}: LookProps & { scanner: Scanner }) {
  const [typed, setTyped] = useState(given)
  const [isCameraOpen, setCameraOpen] = useState(false)
  const field = useFocusWhereTyped(under)
  useEffect(() => {
    if (!given) return
    field.current?.focus()
    field.current?.select()
  }, [field, given])
  const id = useId()
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // It may stand within the form of a screen, which is not sent by this.
    event.preventDefault()
    scanner.take(typed, 'typed')
    setTyped('')
  }
  return (
    <>
      <div className={css.line}>
        <TextInput
          ref={field}
          id={id}
          className={css.field}
          label={label ?? t('Scan or type a code')}
          leftSection={<IconScan size={20} aria-hidden="true" />}
          inputMode={inputMode}
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-busy={scanner.isBusy || undefined}
          value={typed}
          onKeyDown={enter}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ActionIcon
          variant={isCameraOpen ? 'filled' : 'default'}
          size={44}
          aria-label={t('Read with the camera')}
          title={t('Read with the camera')}
          aria-expanded={isCameraOpen}
          onClick={() => setCameraOpen((before) => !before)}
        >
          <IconCamera size={22} aria-hidden="true" />
        </ActionIcon>
        <SoundButton />
      </div>
      {isCameraOpen ? (
        <ErrorBoundary>
          <Suspense fallback={<div className={css.camera} aria-hidden="true" />}>
            <Camera
              onCode={(code, isStill) => scanner.take(code, 'camera', isStill)}
              onClose={() => setCameraOpen(false)}
            />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  )
}

interface AnswerProps {
  scanner: Scanner
  /** The code tells of a person, and is left out. */
  isPrivate?: boolean
  /** The codes that still wait on this device: no other is called kept any longer. */
  kept?: readonly string[]
}

/** How the last scan ended. */
export function ScanAnswer({ scanner, isPrivate, kept }: AnswerProps) {
  const isSent = kept && scanner.last?.outcome.state === 'kept' && !kept.includes(scanner.last.code)
  const last = isSent ? null : scanner.last
  return (
    <div role="status" aria-live="assertive">
      {last ? (
        <div key={last.id} className={css.answer} data-state={last.outcome.state}>
          <p className={css.word}>
            <strong>{wordOf(last.outcome.state)}</strong> {isPrivate ? null : <span>{last.code}</span>}
          </p>
          {last.outcome.message ? <p>{last.outcome.message}</p> : null}
          {last.outcome.more}
        </div>
      ) : null}
    </div>
  )
}

function SoundButton() {
  const [isOn, setOn] = useState(isSoundOn)
  const toggle = () => {
    turnSound(!isOn)
    setOn(!isOn)
  }
  const label = isOn ? t('Turn the sound off') : t('Turn the sound on')
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} title={label} onClick={toggle}>
      {isOn ? <IconVolume size={22} aria-hidden="true" /> : <IconVolumeOff size={22} aria-hidden="true" />}
    </ActionIcon>
  )
}

/** With a keyboard the field has the focus from the start, and again after each act; on a phone its keyboard would cover half of the page. */
function useFocusWhereTyped(under: unknown) {
  const field = useRef<HTMLInputElement>(null)
  // Before the next key can come, which would go nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an act that ends is no value, but the moment for the next
  useLayoutEffect(() => {
    const isFree = document.activeElement === document.body || document.activeElement?.id === 'main'
    if (isFree && matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [under])
  return field
}
