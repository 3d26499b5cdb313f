import { useState } from 'react'
import { PARTS_PER_CENT } from '../../../shared/draws/parts.ts'
import { readPlan, shortCode, slotOf } from '../../../shared/draws/plan.ts'
import { grouped, type PublishedDraw } from '../../../shared/draws/published.ts'
import { formatDay, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { Icon } from '../../../web/public/ui/icon.tsx'
import type { Check, Fairness } from './use-check.public.tsx'
import { nameOf } from './verdict.public.tsx'

const PAGE = 20

/** Every draw with what it gave, the last first. */
export function AllDraws({ check }: { check: Check }) {
  const [shown, setShown] = useState(PAGE)
  const [isGiftsOnly, setGiftsOnly] = useState(false)
  const { draws, isDone } = check
  // What stands below is out of sight until all have come.
  if (!isDone) return <div className="draws-to-come" />
  if (draws.length === 0) return null
  const listed = isGiftsOnly ? draws.filter((draw) => draw[10] !== 0) : draws
  const lines = listed.slice(-shown).toReversed()
  return (
    <section className="card" aria-labelledby="all">
      <h2 id="all">{t('All draws')}</h2>
      <label className="only">
        <input type="checkbox" checked={isGiftsOnly} onChange={(event) => setGiftsOnly(event.currentTarget.checked)} />
        {t('With a gift only')}
      </label>
      <ul className="draw-lines">
        {lines.map((draw, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a draw that was put in has the number of another one
          <DrawLine key={`${draw[0]} ${at}`} draw={draw} check={check} />
        ))}
      </ul>
      {listed.length > lines.length && (
        <button type="button" className="button is-quiet is-wide" onClick={() => setShown(shown + PAGE)}>
          {t('Show {{n}} more', { n: Math.min(PAGE, listed.length - lines.length) })}
        </button>
      )}
    </section>
  )
}

interface LineProps {
  draw: PublishedDraw
  check: Check
  /** With the code on the slip. */
  hasCode?: boolean
}

export function DrawLine({ draw, check: { published, findings }, hasCode = false }: LineProps) {
  const [n, version, store, day, , bill, phone, , , , given, returned, code] = draw
  const isWrong = findings.some(({ what, n: of, to }) =>
    what === 'seed' || what === 'plan' ? of === version : of <= n && n <= (to ?? of),
  )
  const isJudged = published.plans.some((plan) => plan.version === version && plan.seed !== null)
  const why = isJudged && !isWrong && given === 0 ? whyNone(draw, published) : null
  return (
    <li className={isWrong ? 'is-wrong' : undefined}>
      <span className="draw-number">{formatNumber(n, currentLanguage())}</span>
      <div>
        <p className={given === 0 ? 'soft' : 'gift-name'}>
          {nameOf(published.gifts, given)}
          {returned === null ? '' : ` (${t('came back')})`}
        </p>
        {why && <p className="soft small">{why}</p>}
        <p className="soft small">
          {/* Broken between facts, and not within one. */}
          {[
            formatDay(day),
            store,
            t('bill {{end}}', { end: bill }),
            ...(phone ? [t('phone {{end}}', { end: phone })] : []),
          ]
            .map((fact) => fact.replaceAll(' ', '\u00a0'))
            .join(' · ')}
        </p>
        {hasCode && (
          <p className="small" translate="no">
            {grouped(shortCode(code)).join(' ')}
          </p>
        )}
      </div>
      <span className="draw-mark">
        {isWrong ? (
          <>
            <Icon name="alert-triangle" size={20} stroke={1.75} />
            <span>{t('Wrong')}</span>
          </>
        ) : (
          <>
            <Icon name="check" size={20} stroke={2} />
            <span className={hasCode ? undefined : 'visually-hidden'}>{isJudged ? t('Right') : t('In order')}</span>
          </>
        )}
      </span>
    </li>
  )
}

/** By what the rule came to no gift (docs/decisions/draws.md, steps 4 and 5). */
function whyNone(
  [, version, , , , , , total, random, drawn]: PublishedDraw,
  { plans, gifts }: Fairness,
): string | null {
  const text = plans.find((plan) => plan.version === version)?.text
  if (!text) return null
  const plan = readPlan(text)
  if (drawn === 0)
    return t('It drew {{at}}%, which is beyond the chances of all gifts: {{end}}%.', {
      at: percent(slotOf(random)),
      end: percent(plan.gifts.reduce((sum, { parts }) => sum + parts, 0)),
    })
  const gift = nameOf(gifts, drawn)
  return plan.gifts.some((one) => one.gift === drawn && one.minimumTotal > total)
    ? t('It drew “{{gift}}”, for which the bill was too small.', { gift })
    : t('It drew “{{gift}}”, of which none was left.', { gift })
}

const percent = (parts: number): string => formatNumber(parts / PARTS_PER_CENT, currentLanguage(), 4)
