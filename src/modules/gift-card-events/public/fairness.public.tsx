import '../../../web/public/styles/draws.css'
import { formatMoment, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { TIME_ZONE } from '../../../web/public/chain.ts'
import type { PageProps } from '../../../web/public/page-loader.ts'
import { Copy } from '../../../web/public/ui/copy.tsx'
import { Page } from '../../../web/public/ui/page.tsx'
import { Loading, LoadingFailed } from '../../../web/public/ui/states.tsx'
import { AllDraws } from './all-draws.public.tsx'
import { Commitment } from './commitment.public.tsx'
import { OwnDraw } from './own-draw.public.tsx'
import { UnknownEvent } from './unknown-event.public.tsx'
import { type Check, useCheck } from './use-check.public.tsx'
import { Verdict } from './verdict.public.tsx'

/** Every result of an event, recomputed in the visitor's own browser (docs/decisions/draws.md). */
export default function FairnessPage({ token }: PageProps) {
  const { state, retry } = useCheck(token)
  if (state.at === 'unknown') return <UnknownEvent />
  return (
    <Page title={t('Are the draws fair?')} className="draws">
      {state.at === 'loading' && <Loading />}
      {state.at === 'failed' && <LoadingFailed message={state.message} onRetry={retry} />}
      {state.at === 'open' && <Checked check={state.check} />}
    </Page>
  )
}

function Checked({ check }: { check: Check }) {
  const { event } = check.published
  return (
    <>
      <header className="draws-head">
        <p>
          <a href={`/gift-event/${event.code}`}>{event.name}</a>
        </p>
        <h1>{t('Are the draws fair?')}</h1>
      </header>
      <Verdict check={check} />
      <OwnDraw check={check} />
      <AllDraws check={check} />
      <Seals check={check} />
    </>
  )
}

/** What the results were worked out from, to be held against poster and slips, or put into another program. */
function Seals({ check: { published } }: { check: Check }) {
  const { plans, closing, event } = published
  return (
    <details className="card">
      <summary>
        <h2>{t('How this is checked')}</h2>
      </summary>
      <p>
        {t(
          'Each result follows from a secret number, the number of the draw and the bill. The secret number was sealed with chances and stock before the first draw; the seal is on the poster in the stores. This page works out everything anew in your own browser: no server tells it the answer.',
        )}
      </p>
      <p>
        {t(
          'Each draw has a code that contains all draws before it. Its first twelve characters are on your slip: nobody can change an old draw without changing the code on your slip.',
        )}
      </p>
      <p>{t('It cannot tell whether a bill was real. The authority can hold the list against the tills.')}</p>
      {plans.map((plan) => (
        <div key={plan.version} className="seal">
          <h3>{t('The seal')}</h3>
          <Commitment plan={plan} isAlone={plans.length === 1} />
          {plan.seed === null || plan.text === null ? (
            <p className="soft">
              {t('The secret number is published at the end: {{moment}}.', {
                moment: formatMoment(event.ends_at, TIME_ZONE),
              })}
            </p>
          ) : (
            <>
              <h3>{t('Secret number')}</h3>
              <p className="code-line" translate="no">
                {plan.seed}
              </p>
              <h3>{t('Chances and stock, as they were sealed')}</h3>
              <p className="code-line" translate="no">
                {plan.text}
              </p>
              <Copy text={`${plan.seed}\n${plan.text}`} label={t('Copy what was sealed')} />
            </>
          )}
        </div>
      ))}
      {closing && (
        <div className="seal">
          <h3>{t('At the end')}</h3>
          <p>{t('{{n}} draws; code of the last one:', { n: formatNumber(closing.count, currentLanguage()) })}</p>
          <p className="code-line" translate="no">
            {closing.code}
          </p>
        </div>
      )}
    </details>
  )
}
