import '../../../web/public/styles/draws.css'
import { conditionsOf, leastOf } from '../../../shared/draws/conditions.ts'
import type { ShownEvent } from '../../../shared/draws/published.ts'
import { formatMoment, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { plainWords } from '../../../shared/plain-words.ts'
import { TIME_ZONE } from '../../../web/public/chain.ts'
import type { PageProps } from '../../../web/public/page-loader.ts'
import { Icon } from '../../../web/public/ui/icon.tsx'
import { Page } from '../../../web/public/ui/page.tsx'
import { Loading, LoadingFailed } from '../../../web/public/ui/states.tsx'
import { Commitment } from './commitment.public.tsx'
import { UnknownEvent } from './unknown-event.public.tsx'
import { useEvent } from './use-event.public.tsx'

/** An event as everybody may see it: what there is to win, by which rule, and what makes the draw checkable. */
export default function GiftEventPage({ token }: PageProps) {
  const { state, retry } = useEvent(token)
  if (state.at === 'unknown') return <UnknownEvent />
  return (
    <Page title={state.at === 'open' ? state.found.name : t('Prize draw')} className="draws">
      {state.at === 'loading' && <Loading />}
      {state.at === 'failed' && <LoadingFailed message={state.message} onRetry={retry} />}
      {state.at === 'open' && <Event found={state.found} />}
    </Page>
  )
}

function Event({ found }: { found: ShownEvent }) {
  const { name, rules, registration_number, code, plans } = found
  const words = rules ? plainWords(rules) : ''
  return (
    <>
      <header className="draws-head">
        <p className={`chip is-${found.standing}`}>{standingOf(found)}</p>
        <h1>{name}</h1>
      </header>
      <section className="card" aria-labelledby="about">
        <h2 id="about">{t('How to take part')}</h2>
        <ul className="facts">
          {conditionsOf(found).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section className="card" aria-labelledby="gifts">
        <h2 id="gifts">{t('What there is to win')}</h2>
        <Gifts found={found} />
      </section>
      <section className="card" aria-labelledby="when">
        <h2 id="when">{t('When and where')}</h2>
        <p>
          {formatMoment(found.starts_at, TIME_ZONE)} – {formatMoment(found.ends_at, TIME_ZONE)}
        </p>
        <Stores stores={found.stores} />
      </section>
      {words && (
        <section className="card" aria-labelledby="rules">
          <h2 id="rules">{t('Rules')}</h2>
          <p className="words">{words}</p>
        </section>
      )}
      {plans.length > 0 && (
        <section className="card" aria-labelledby="fair">
          <h2 id="fair">{t('Nobody can choose the winner')}</h2>
          <p>
            {t(
              'Before the first draw, chances, stock and a secret number were sealed. The code below is that seal: whoever changes anything later breaks it. After the end the secret number is published, and everybody can work out each result again.',
            )}
          </p>
          {plans.map((plan) => (
            <Commitment key={plan.version} plan={plan} isAlone={plans.length === 1} />
          ))}
          <a className="button is-wide" href={`/fairness/${code}`}>
            <Icon name="checklist" size={20} stroke={1.75} />
            {found.standing === 'ended' ? t('Check all results') : t('Check the draws so far')}
          </a>
        </section>
      )}
      {registration_number && (
        <p className="soft small">{t('Registered with the authority: {{number}}', { number: registration_number })}</p>
      )}
    </>
  )
}

function standingOf({ standing, starts_at, ends_at }: ShownEvent): string {
  if (standing === 'planned') return t('Starts on {{moment}}', { moment: formatMoment(starts_at, TIME_ZONE) })
  if (standing === 'running') return t('Running until {{moment}}', { moment: formatMoment(ends_at, TIME_ZONE) })
  return standing === 'paused' ? t('Paused for the moment') : t('Ended')
}

const number = (value: number, digits = 0) => formatNumber(value, currentLanguage(), digits)

function Gifts({ found }: { found: ShownEvent }) {
  const { gifts, code, standing } = found
  const rest = 100 - gifts.reduce((sum, { chance }) => sum + chance, 0)
  return (
    <ul className="gifts">
      {gifts.map((gift) => (
        <li key={gift.id}>
          {gift.image ? (
            <img
              src={`/api/file/${gift.image}/thumbnail?follow=${encodeURIComponent(code)}`}
              alt=""
              width={56}
              height={56}
            />
          ) : (
            <span className="gift-mark">
              <Icon name="gift" size={26} stroke={1.5} />
            </span>
          )}
          <div>
            <p className="gift-name">{gift.name}</p>
            <Least words={leastOf(gift, found)} />
            <p className="soft small">
              {standing === 'ended'
                ? t('{{n}} of {{stock}} were won', { n: number(gift.stock - gift.left), stock: number(gift.stock) })
                : gift.left === 0
                  ? t('All {{stock}} are won', { stock: number(gift.stock) })
                  : t('{{left}} of {{stock}} left', { left: number(gift.left), stock: number(gift.stock) })}
            </p>
          </div>
          <Chance chance={gift.chance} />
        </li>
      ))}
      {rest > 0.00005 && (
        <li>
          <span className="gift-mark is-none">
            <Icon name="x" size={22} stroke={1.5} />
          </span>
          <p className="gift-name">{t('No gift')}</p>
          <Chance chance={rest} />
        </li>
      )}
    </ul>
  )
}

const Least = ({ words }: { words: string | null }) => (words ? <p className="small">{words}</p> : null)

const Chance = ({ chance }: { chance: number }) => (
  <p className="chance">
    <span className="visually-hidden">{t('Chance')} </span>
    {number(chance, 4)}%
  </p>
)

const SHOWN_STORES = 6

function Stores({ stores }: Pick<ShownEvent, 'stores'>) {
  if (stores.length === 0) return <p>{t('In all stores')}</p>
  const list = (
    <ul className="facts">
      {stores.map(({ code, name }) => (
        <li key={code}>{name}</li>
      ))}
    </ul>
  )
  if (stores.length <= SHOWN_STORES) return list
  return (
    <details>
      <summary>{t('In {{n}} stores', { n: stores.length })}</summary>
      {list}
    </details>
  )
}
