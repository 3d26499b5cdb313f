import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { FieldError, inputId } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Asked } from './kind.ts'
import type { PartProps } from './use-form.ts'

const WIDTH = 600
const HEIGHT = 220
const INK = '#111827'

type Stroke = [x: number, y: number][]

interface Props<V extends Asked> {
  part: PartProps<V>
  name: keyof V & string
  label: string
  isOptional?: boolean
}

/** A signature drawn with a finger, a pen or the mouse, or typed; its value is a small picture. */
export function Signature<V extends Asked>({ part: { values, errors, change }, name, label, isOptional }: Props<V>) {
  const [isTyping, setTyping] = useState(false)
  const id = inputId(name)
  const set = useCallback((picture: string) => change({ [name]: picture } as Partial<V>), [change, name]) // a text field's name
  const value = String(values[name])
  return (
    <fieldset className="field signature" id={id} tabIndex={-1} aria-describedby={errors[name] && `${id}-error`}>
      <legend className="label">
        {label}
        {isOptional && <span className="optional">{t('optional')}</span>}
      </legend>
      {isTyping ? <TypedName onChange={set} /> : <Pad value={value} isWrong={Boolean(errors[name])} onChange={set} />}
      <button
        type="button"
        className="link"
        onClick={() => {
          set('')
          setTyping(!isTyping)
        }}
      >
        {isTyping ? t('Draw it instead') : t('Type your name instead')}
      </button>
      {errors[name] && <FieldError id={`${id}-error`}>{errors[name]}</FieldError>}
    </fieldset>
  )
}

interface PadProps {
  value: string
  isWrong: boolean
  onChange: (picture: string) => void
}

function Pad({ value, isWrong, onChange }: PadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [strokes, setStrokes] = useState<Stroke[]>([])
  const open = useRef<Stroke | null>(null)
  const [kept, setKept] = useState(value) // drawn before this page was opened
  useEffect(() => paint(canvas.current, strokes), [strokes])

  const finish = () => {
    if (!open.current) return
    const all = [...strokes, open.current]
    open.current = null
    setStrokes(all)
    onChange(pictureOf(canvas.current))
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>, isStart: boolean) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at: Stroke[number] = [
      Math.round(((event.clientX - box.left) * WIDTH) / box.width),
      Math.round(((event.clientY - box.top) * HEIGHT) / box.height),
    ]
    if (isStart) {
      event.currentTarget.setPointerCapture(event.pointerId)
      open.current = [at]
    } else if (open.current) open.current.push(at)
    else return
    paint(canvas.current, [...strokes, open.current])
  }
  const keep = (all: Stroke[]) => {
    setKept('')
    setStrokes(all)
    paint(canvas.current, all)
    onChange(all.length > 0 ? pictureOf(canvas.current) : '')
  }
  const isEmpty = strokes.length === 0 && !kept
  return (
    <div className={`pad ${isWrong ? 'is-wrong' : ''}`}>
      {kept ? (
        <img src={kept} alt={t('Your signature')} width={WIDTH} height={HEIGHT} />
      ) : (
        <canvas
          ref={canvas}
          width={WIDTH}
          height={HEIGHT}
          role="img"
          aria-label={t('Field to sign in')}
          onPointerDown={(event) => draw(event, true)}
          onPointerMove={(event) => draw(event, false)}
          onPointerUp={finish}
          onPointerCancel={finish}
        />
      )}
      {isEmpty && <span className="pad-hint">{t('Sign here with a finger')}</span>}
      <div className="pad-foot">
        <button
          type="button"
          className="pad-button"
          disabled={strokes.length === 0}
          onClick={() => keep(strokes.slice(0, -1))}
        >
          <Icon name="arrow-back-up" size={20} stroke={1.75} />
          {t('Undo')}
        </button>
        <button type="button" className="pad-button" disabled={isEmpty} onClick={() => keep([])}>
          <Icon name="eraser" size={20} stroke={1.75} />
          {t('Clear')}
        </button>
      </div>
    </div>
  )
}

/** For whoever cannot draw: the name as it is typed, in a hand-like face. */
function TypedName({ onChange }: { onChange: (picture: string) => void }) {
  const write = (name: string) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: WIDTH, height: HEIGHT })
    const pen = canvas.getContext('2d')
    if (!pen || !name.trim()) return onChange('')
    Object.assign(pen, { fillStyle: INK, textAlign: 'center', textBaseline: 'middle' })
    pen.font = 'italic 56px "Segoe Script", "Apple Chancery", "Snell Roundhand", cursive'
    pen.fillText(name.trim(), WIDTH / 2, HEIGHT / 2, WIDTH - 40)
    onChange(pictureOf(canvas))
  }
  return (
    <>
      <input
        className="input is-hand"
        aria-label={t('Your name as your signature')}
        placeholder={t('Your name as your signature')}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={100}
        onChange={(event) => write(event.target.value)}
      />
      <p className="hint">{t('Your typed name counts as your signature.')}</p>
    </>
  )
}

const pictureOf = (canvas: HTMLCanvasElement | null): string => canvas?.toDataURL('image/png') ?? ''

function paint(canvas: HTMLCanvasElement | null, strokes: Stroke[]): void {
  const pen = canvas?.getContext('2d')
  if (!pen) return
  pen.clearRect(0, 0, WIDTH, HEIGHT)
  Object.assign(pen, { lineWidth: 4, lineCap: 'round', lineJoin: 'round', strokeStyle: INK, fillStyle: INK })
  for (const stroke of strokes) {
    const [[x, y] = [0, 0], ...rest] = stroke
    pen.beginPath()
    pen.moveTo(x, y)
    if (rest.length === 0) pen.lineTo(x + 0.1, y)
    for (const [toX, toY] of rest) pen.lineTo(toX, toY)
    pen.stroke()
  }
}
