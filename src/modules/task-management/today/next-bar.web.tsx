import { Button, TextInput } from '@mantine/core'
import { IconCamera, IconCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { decimal } from '../../../shared/fields.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { readNumber } from '../../../shared/numbers.ts'
import type { Act } from '../../../web/acts/act.ts'
import { Correcting } from '../../../web/acts/correcting.tsx'
import { failureWords } from '../../../web/api.ts'
import { CAMERA, FilePicker } from '../../../web/ui/file-picker.tsx'
import { useLeft } from '../../../web/use-left.ts'
import { ITEM_ANSWERS } from '../checklist.ts'
import type { Give, Given, ShownItem, ShownTask } from './day-acts.web.ts'
import { hasPhoto, rangeOf } from './item-row.web.tsx'
import css from './today.module.css'
import type { Part } from './today.ts'

interface BarProps {
  task: ShownTask & { part: Part }
  give: Give
  move: (task: ShownTask, progress: number, more?: { hours_spent?: number }, left?: AbortSignal) => Promise<void>
  endCorrection: () => void
}

/** The next thing of the task that is open, at the thumb: tick, note, photo, done; before it what was refused and is corrected. */
export function NextBar({ task, give, move, endCorrection }: BarProps) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const left = useLeft()
  const run = (work: Promise<void>) => {
    setProblem('')
    setBusy(true)
    work.catch((error: unknown) => setProblem(failureWords(error))).finally(() => setBusy(false))
  }
  const { refused } = task
  const corrected = task.items.find((one) => one.refused)
  const item = corrected ?? task.items.find(({ done_at }) => done_at === null)
  const [first] = useState(() => (matchMedia('(hover: hover)').matches ? undefined : item?.id))
  const isThrough = task.part === 'done' || (task.progress === 100 && !corrected)
  if (isThrough && !refused) return null
  const isStuck = isThrough || (refused && !corrected && task.items.length > 0)
  return (
    <Bar>
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : null}
      {refused ? <Correcting act={refused} onCancel={endCorrection} /> : null}
      {isStuck ? (
        <NothingMore />
      ) : item ? (
        <NextItem
          key={item.id}
          item={item}
          isBusy={isBusy}
          goesOn={item.id !== first || item.refused !== null}
          give={(given, photos) => run(give(task, item, given, photos, left))}
        />
      ) : task.items.length === 0 ? (
        <Through task={task} isBusy={isBusy} move={(progress, more) => run(move(task, progress, more, left))} />
      ) : null}
    </Bar>
  )
}

/** Of what was refused of a task that is none of the day's any more. */
export const StrayBar = ({ refused, endCorrection }: { refused: Act; endCorrection: () => void }) => (
  <Bar>
    <Correcting act={refused} onCancel={endCorrection} />
    <NothingMore />
  </Bar>
)

const Bar = ({ children }: { children: ReactNode }) => (
  <section className={css.bar} data-foot-bar="tall" aria-label={t('Next')}>
    {children}
  </section>
)

/** Of what was refused, where there is nothing left that could be given another way. */
const NothingMore = () => (
  <p className={css.asks}>{t('Nothing more can be given to this. Ask whoever gave you the task.')}</p>
)

interface NextItemProps {
  item: ShownItem
  isBusy: boolean
  /** It follows one that was just given, or there is a keyboard: its number is typed at once. Whoever only opens a task on a phone sees it whole. */
  goesOn: boolean
  give: (given: Given, photos?: readonly File[]) => void
}

function NextItem({ item, isBusy, goesOn, give }: NextItemProps) {
  if (item.needs_photo && !hasPhoto(item)) return <NextPhoto {...{ item, isBusy, give }} />
  if (item.kind === 'number') return <NextNumber {...{ item, isBusy, goesOn, give }} />
  if (item.kind === 'answer')
    return (
      <>
        <p className={css.asks}>{item.title}</p>
        <div className={css.three}>
          {ITEM_ANSWERS.map(({ value, label }) => (
            <Button
              key={value}
              size="lg"
              variant={value === item.refused?.answer ? 'light' : 'default'}
              disabled={isBusy}
              onClick={() => give({ answer: value, done: true })}
            >
              {t(label)}
            </Button>
          ))}
        </div>
      </>
    )
  return (
    <Button
      size="lg"
      fullWidth
      loading={isBusy}
      leftSection={<IconCheck size={22} aria-hidden="true" />}
      onClick={() => give({ done: true })}
    >
      {item.title}
    </Button>
  )
}

function NextPhoto({ item, isBusy, give }: Omit<NextItemProps, 'goesOn'>) {
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <FilePicker
        {...CAMERA}
        ref={camera}
        label={t('Photo of {{item}}', { item: item.title })}
        onFiles={(photos) => give({ ...(item.kind === 'tick' && { done: true }) }, photos)}
      />
      <Button
        size="lg"
        fullWidth
        loading={isBusy}
        leftSection={<IconCamera size={22} aria-hidden="true" />}
        onClick={() => camera.current?.click()}
      >
        {t('Photo: {{item}}', { item: item.title })}
      </Button>
    </>
  )
}

const NUMBER = decimal('Number')

function NextNumber({ item, isBusy, goesOn, give }: NextItemProps) {
  const before = item.refused?.number
  const [typed, setTyped] = useState(
    typeof before === 'number' ? formatNumber(before, currentLanguage(), 6, false) : '',
  )
  const [problem, setProblem] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = readNumber(typed, NUMBER)
    if ('value' in found) return give({ number: found.value, done: true })
    setProblem(t('Please write a number, e.g. 3,5'))
  }
  const range = rangeOf(item)
  return (
    <form onSubmit={send} className={css.number}>
      <TextInput
        size="lg"
        label={range ? `${item.title} (${range})` : item.title}
        inputMode="decimal"
        enterKeyHint="done"
        autoComplete="off"
        autoFocus={goesOn}
        value={typed}
        error={problem}
        rightSection={item.unit ? <span aria-hidden="true">{item.unit}</span> : undefined}
        onChange={(event) => {
          setProblem('')
          setTyped(event.currentTarget.value)
        }}
      />
      <div className={css.two}>
        <Button
          size="lg"
          variant="default"
          onClick={() => setTyped((now) => (now.startsWith('-') ? now.slice(1) : `-${now}`))}
        >
          ±
        </Button>
        <Button type="submit" size="lg" loading={isBusy} disabled={typed.trim() === ''}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

interface ThroughProps {
  task: ShownTask
  isBusy: boolean
  move: (progress: number, more?: { hours_spent?: number }) => void
}

/** A task without a checklist: begun, half done, through. */
function Through({ task, isBusy, move }: ThroughProps) {
  const next = [25, 50, 75].find((share) => share > task.progress)
  return (
    <div className={css.two}>
      {next ? (
        <Button
          size="lg"
          variant="default"
          disabled={isBusy}
          aria-label={t('Progress: {{n}}%', { n: next })}
          onClick={() => move(next)}
        >
          {`${next}\u00a0%`}
        </Button>
      ) : null}
      <Button
        size="lg"
        loading={isBusy}
        leftSection={<IconCheck size={22} aria-hidden="true" />}
        onClick={() => move(100)}
      >
        {task.approver ? t('Done, ask for approval') : t('Done')}
      </Button>
    </div>
  )
}
