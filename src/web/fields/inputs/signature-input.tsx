import { Button, Group, TextInput } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { failureWords } from '../../api.ts'
import { useFileUrl } from '../../ui/file-url.ts'
import css from '../fields.module.css'
import { send } from '../files/uploads.ts'
import { type FrameAria, Framed, type InputProps } from './frame.tsx'

const WIDTH = 600
const HEIGHT = 200
const PAUSE_MS = 800
const INK = '#111827'
/** A hand-like face for a name that is typed. */
const HAND = 'italic 56px "Segoe Script", "Apple Chancery", "Snell Roundhand", cursive'

/** A signature drawn by hand, done a moment after the last stroke; or typed, done by Enter or once the field is left. */
export default function SignatureInput(props: InputProps) {
  const isByEnter = useRef(false)
  const [isDrawing, setDrawing] = useState(false)
  const note = () => {
    isByEnter.current = true
  }
  return (
    <Framed of={props} as="div">
      {(aria) =>
        typeof props.value === 'string' && props.value !== '' && !isDrawing ? (
          <Signed {...props} takesFocus={isByEnter.current} />
        ) : (
          <Pad {...props} aria={aria} onDrawing={setDrawing} onEnter={note} />
        )
      }
    </Framed>
  )
}

function Signed({ value, onChange, disabled, takesFocus }: InputProps & { takesFocus: boolean }) {
  const isDrawing = String(value).startsWith('data:')
  const stored = useFileUrl(isDrawing ? null : String(value), 'full')
  const url = isDrawing ? String(value) : stored
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.focus()
  }, [takesFocus])
  return (
    <Group ref={place} tabIndex={-1} align="end">
      <div className={css.signed}>{url ? <img src={url} alt={t('Signature')} /> : null}</div>
      <Button variant="default" size="xs" disabled={disabled === true} onClick={() => onChange(null)}>
        {t('Sign again')}
      </Button>
    </Group>
  )
}

interface PadProps extends InputProps {
  aria: FrameAria
  onDrawing: (isDrawing: boolean) => void
  /** A typed name was ended by Enter, whose field goes. */
  onEnter: () => void
}

function Pad({ field, onChange, onBusy, disabled, aria, onDrawing, onEnter }: PadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const timer = useRef<number>(undefined)
  const [problem, setProblem] = useState('')
  const [isDrawn, setDrawn] = useState(false)
  const [isTyping, setTyping] = useState(false)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const isSealed = field.private === 'sealed'
  /** A sealed one is no file of its own: it goes with the form, as far as it is drawn. */
  const keep = () => {
    if (isSealed) onChange(canvas.current?.toDataURL('image/png') ?? null)
  }
  const store = () => {
    onDrawing(false)
    if (isSealed) return
    canvas.current?.toBlob((blob) => {
      if (!blob) return
      onBusy?.(true)
      send(new File([blob], 'signature.png', { type: 'image/png' }), () => undefined)
        .stored.then(
          (file) => onChange(file.id),
          (error: unknown) => setProblem(failureWords(error)),
        )
        .finally(() => onBusy?.(false))
    }, 'image/png')
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>, isStart: boolean) => {
    const pen = canvas.current?.getContext('2d')
    const box = canvas.current?.getBoundingClientRect()
    if (!pen || !box || disabled || (!isStart && event.buttons === 0)) return
    const [x, y] = [((event.clientX - box.left) * WIDTH) / box.width, ((event.clientY - box.top) * HEIGHT) / box.height]
    if (isStart) {
      event.currentTarget.setPointerCapture(event.pointerId)
      window.clearTimeout(timer.current)
      Object.assign(pen, { lineWidth: 3, lineCap: 'round', lineJoin: 'round', strokeStyle: INK })
      pen.beginPath()
      pen.moveTo(x, y)
      onDrawing(true)
      setDrawn(true)
      setProblem('')
      return
    }
    pen.lineTo(x, y)
    pen.stroke()
  }
  const finish = () => {
    keep()
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(store, PAUSE_MS)
  }
  const clear = () => {
    window.clearTimeout(timer.current)
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT)
    setDrawn(false)
    onChange(null)
  }
  const write = (name: string) => {
    clear()
    const pen = canvas.current?.getContext('2d')
    if (!pen || name.trim() === '') return
    Object.assign(pen, { fillStyle: INK, textAlign: 'center', textBaseline: 'middle', font: HAND })
    pen.fillText(name.trim(), WIDTH / 2, HEIGHT / 2, WIDTH - 40)
    onDrawing(true)
    setDrawn(true)
    keep()
  }
  const end = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // It may stand within the form of a screen, which is not sent by this.
    event.preventDefault()
    if (!isDrawn) return
    onEnter()
    store()
  }
  return (
    <div className={css.pad}>
      <canvas
        {...aria}
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        tabIndex={-1}
        role="img"
        onPointerDown={(event) => draw(event, true)}
        onPointerMove={(event) => draw(event, false)}
        onPointerUp={finish}
        onPointerCancel={finish}
      />
      <div className={css.padFoot}>
        <small role="status">{problem || (isDrawn ? '' : t('Sign here with a finger, a pen or the mouse'))}</small>
        {problem ? (
          <Button variant="subtle" size="compact-xs" onClick={store}>
            {t('Try again')}
          </Button>
        ) : null}
        {isTyping ? null : (
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={disabled === true}
            onClick={() => {
              clear()
              setTyping(true)
            }}
          >
            {t('Type your name instead')}
          </Button>
        )}
        {isDrawn && !isTyping ? (
          <Button variant="subtle" size="compact-xs" onClick={clear}>
            {t('Clear')}
          </Button>
        ) : null}
      </div>
      {isTyping ? (
        <TextInput
          label={t('Your name as your signature')}
          autoComplete="off"
          autoCapitalize="words"
          maxLength={100}
          autoFocus
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={end}
          onBlur={() => isDrawn && store()}
        />
      ) : null}
    </div>
  )
}
