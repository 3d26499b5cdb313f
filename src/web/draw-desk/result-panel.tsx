import { Button } from '@mantine/core'
import { IconGift, IconPencil, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { DrawnGift, DrawResult, ResultState } from '../../shared/draws/desk.ts'
import { askedFields, fieldOf } from '../../shared/flow.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { askFields } from '../screens/form/fields-dialog.tsx'
import { useSession } from '../session.ts'
import { useFileUrl } from '../ui/file-url.ts'
import { BigButton } from './act-panel.tsx'
import css from './desk.module.css'
import { wonOf } from './entry.ts'
import { Slip } from './slip.tsx'
import type { DeskWork } from './use-work.ts'

interface ResultProps {
  work: DeskWork
  logs: Definition
  mayDraw: boolean
  mayHandOut: boolean
  printsItself: boolean
}

/** What was drawn, as large as the joy about it, and what happens with it. */
export function ResultPanel({ work, mayDraw, ...more }: ResultProps) {
  const { shown, checked, stage, isTurning } = work
  if (!shown || isTurning || stage === 'drawing' || stage === 'checking') return null
  const left = checked?.draws_left ?? 0
  const waiting = wonOf(checked?.results ?? []).length
  // First all draws of the bill, then all its gifts: one place to press, however many there are.
  const next = left > 0 && mayDraw ? 'draw' : waiting > 1 ? 'all' : 'one'
  const big =
    stage === 'won' ? <NextButton {...{ work, shown, next, left, waiting }} mayHandOut={more.mayHandOut} /> : null
  return (
    <section className={css.result} aria-label={t('Result')} data-state={shown.state}>
      {shown.gift ? (
        <Gift key={shown.id} result={shown} gift={shown.gift} {...{ work, next, big }} {...more} />
      ) : (
        <>
          <NoGift key={shown.id} />
          {big}
        </>
      )}
      {stage !== 'won' && left === 0 ? (
        <BigButton key={`next ${shown.id}`} isFirst onPress={() => work.next()}>
          {t('Next customer')}
        </BigButton>
      ) : null}
    </section>
  )
}

/** A further draw, the hand-out of all that waits, or of this gift. */
type Next = 'draw' | 'all' | 'one'

interface NextProps {
  work: DeskWork
  shown: DrawResult
  next: Next
  /** Draws left. */
  left: number
  /** Gifts of these bills to be handed out. */
  waiting: number
  mayHandOut: boolean
}

function NextButton({ work, shown, next, left, waiting, mayHandOut }: NextProps) {
  if (next === 'draw')
    return (
      <BigButton key={`again ${shown.id}`} isFirst onPress={() => void work.draw()}>
        {t('Draw again ({{n}} left)', { n: left })}
      </BigButton>
    )
  if (!mayHandOut) return null
  if (next === 'all')
    return (
      <BigButton key="all" isFirst isBusy={work.handing.length > 0} onPress={() => void work.handOutAll()}>
        {t('Hand out all ({{n}})', { n: waiting })}
      </BigButton>
    )
  return shown.state === 'won' ? (
    <BigButton key={shown.id} isFirst isBusy={work.handing.includes(shown.id)} onPress={() => void work.handOut(shown)}>
      {t('Handed out')}
    </BigButton>
  ) : null
}

interface GiftProps extends Omit<ResultProps, 'mayDraw'> {
  result: DrawResult
  gift: DrawnGift
  /** What the large button does, and the button. */
  next: Next
  big: ReactNode
}

function Gift({ result, gift, work, logs, mayHandOut, printsItself, next, big }: GiftProps) {
  const picture = useFileUrl(gift.image, 'thumbnail')
  const [isBroken, setBroken] = useState(false)
  const { time_zone } = useSession()
  const isMine = result.state === 'won' && mayHandOut
  return (
    <>
      <div className={css.gift}>
        {picture && !isBroken ? (
          <img src={picture} alt="" onError={() => setBroken(true)} />
        ) : (
          <IconGift size={56} stroke={1.2} aria-hidden="true" />
        )}
        <div role="status">
          <p>{t('Congratulations! You have won:')}</p>
          <strong>{gift.name}</strong>
          {gift.say ? <p className={css.say}>{gift.say}</p> : null}
          <p className={css.small}>
            {t('Draw {{n}} · {{at}} · code {{code}}', {
              n: result.n,
              at: formatMoment(result.drawn_at, time_zone),
              code: result.code,
            })}
          </p>
        </div>
      </div>
      {big}
      <div className={css.ways}>
        {isMine && next !== 'one' ? (
          <Button
            variant="default"
            loading={work.handing.includes(result.id)}
            onClick={() => void work.handOut(result)}
          >
            {t('Handed out')}
          </Button>
        ) : null}
        {isMine ? (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden="true" />}
            onClick={() => void askSignature(result, gift, logs, work)}
          >
            {t('Hand out with a signature')}
          </Button>
        ) : null}
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('Print the slip')}
        </Button>
        {isMine ? (
          <Button variant="subtle" color="gray" onClick={() => void askReason(result, gift, logs, work)}>
            {t('Not taken')}
          </Button>
        ) : null}
      </div>
      <Slip result={result} gift={gift} printsItself={printsItself && work.isFresh} />
    </>
  )
}

const NoGift = () => (
  <div className={css.gift} data-none role="status">
    <strong>{t('No gift this time')}</strong>
    <p className={css.say}>{t('Thank you for taking part. Good luck next time!')}</p>
  </div>
)

/** What the same bill has drawn besides. */
export function Others({ work, mayHandOut }: Pick<ResultProps, 'work' | 'mayHandOut'>) {
  const { checked, shown, isTurning } = work
  const results = checked?.results.filter(({ id }) => id !== shown?.id) ?? []
  if (results.length === 0 || isTurning) return null
  return (
    <ul className={css.others} aria-label={t('Other draws of this bill')}>
      {results.map((result) => (
        <li key={result.id}>
          <span>{result.gift?.name ?? t('No gift')}</span>
          <em>{stateWord(result.state)}</em>
          {result.state === 'won' && mayHandOut ? (
            <Button
              size="compact-md"
              variant="default"
              loading={work.handing.includes(result.id)}
              onClick={() => void work.handOut(result)}
            >
              {t('Handed out')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const stateWord = (state: ResultState): string =>
  ({ none: '', won: t('To hand out'), 'handed-out': t('Handed out'), 'not-taken': t('Not taken') })[state]

/** The customer's side: the pad, and what is signed for. */
const askSignature = (result: DrawResult, gift: DrawnGift, logs: Definition, work: DeskWork): Promise<boolean> =>
  askFields({
    title: t('Signature for {{gift}}', { gift: gift.name }),
    description: t('I have received this gift of {{event}}: {{gift}}.', { event: result.event.name, gift: gift.name }),
    fields: { signature: { ...fieldOf(logs, 'signature'), required: true, readonly: false } },
    submit: t('Handed out'),
    onSubmit: (values) => work.handOut(result, String(values.signature)),
  })

function askReason(result: DrawResult, gift: DrawnGift, logs: Definition, work: DeskWork): Promise<boolean> {
  const step = logs.flow?.steps.not_taken
  return askFields({
    title: t('Not taken: {{gift}}', { gift: gift.name }),
    description: t('The gift goes back into stock and may be drawn again.'),
    fields: step ? askedFields(logs, step) : {},
    submit: t('Not taken'),
    draftKey: `${logs.name}/${result.id}/not_taken`,
    danger: true,
    onSubmit: (values) => work.takeBack(result, values),
  })
}
