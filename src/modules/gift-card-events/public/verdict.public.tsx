import { Fragment } from 'react'
import type { Finding, Tampering } from '../../../shared/draws/verify.ts'
import { formatMoment, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { TIME_ZONE } from '../../../web/public/chain.ts'
import { Icon } from '../../../web/public/ui/icon.tsx'
import type { Check } from './use-check.public.tsx'

const number = (value: number) => formatNumber(value, currentLanguage())

/** What came out, in one plain sentence; else what is wrong, draw by draw. */
export function Verdict({ check }: { check: Check }) {
  const { findings, isDone, draws } = check
  return (
    <section className="verdict-place" aria-live="polite" aria-busy={!isDone}>
      {findings.length > 0 ? (
        <Wrong check={check} />
      ) : isDone ? (
        <Right check={check} />
      ) : (
        <div className="card verdict">
          <h2>{t('Every result is worked out again …')}</h2>
          <Progress check={check} />
        </div>
      )}
      <p className="visually-hidden">{isDone ? t('{{n}} draws were checked.', { n: number(draws.length) }) : ''}</p>
    </section>
  )
}

function Progress({ check: { draws, published, isDone } }: { check: Check }) {
  if (isDone) return null
  const { count } = published
  return (
    <>
      <progress max={count || 1} value={draws.length} aria-label={t('Draws checked')} />
      <p className="soft small">{t('{{n}} of {{count}} draws', { n: number(draws.length), count: number(count) })}</p>
    </>
  )
}

function Right({ check: { draws, published } }: { check: Check }) {
  const { event } = published
  const isOpen = published.plans.some(({ seed }) => seed !== null)
  const none = draws.filter((draw) => draw[10] === 0).length
  const back = draws.filter((draw) => draw[11] !== null).length
  if (draws.length === 0) {
    return (
      <div className="card verdict">
        <h2>{isOpen ? t('Nothing was drawn at this event.') : t('Nothing has been drawn yet.')}</h2>
        {isOpen ? null : <Later ends={event.ends_at} />}
      </div>
    )
  }
  return (
    <div className="card verdict is-right">
      <h2>
        <Icon name="check" size={26} stroke={2.25} />
        {isOpen
          ? draws.length === 1
            ? t('The one result is right.')
            : t('All {{n}} results are right.', { n: number(draws.length) })
          : t('So far everything is in order: {{n}} draws without a gap, none changed.', { n: number(draws.length) })}
      </h2>
      {isOpen ? (
        <p>
          {t('{{won}} gifts were won, {{none}} draws gave nothing.', {
            won: number(draws.length - none - back),
            none: number(none),
          })}{' '}
          {back > 0 && t('Came back: {{n}}.', { n: number(back) })}
        </p>
      ) : (
        <Later ends={event.ends_at} />
      )}
    </div>
  )
}

const Later = ({ ends }: { ends: string }) => (
  <p>
    {t(
      'Whether each result was the right one can be checked here after {{moment}}, when the secret number is published. Keep your slip until then.',
      { moment: formatMoment(ends, TIME_ZONE) },
    )}
  </p>
)

/** So many lines are read; the rest is counted. */
const SHOWN = 30

function Wrong({ check }: { check: Check }) {
  const { findings, draws, isDone, published } = check
  const groups = groupsOf(findings)
  const touched = touchedBy(findings)
  return (
    <div className="card verdict is-wrong">
      <h2>
        <Icon name="alert-triangle" size={26} stroke={2} />
        {touched === 0
          ? t('Something was changed after it was sealed.')
          : touched === 1
            ? t('One of {{count}} results is not right.', { count: number(draws.length) })
            : t('{{n}} of {{count}} results are not right.', { n: number(touched), count: number(draws.length) })}
      </h2>
      <Progress check={check} />
      <ul className="wrong-list">
        {groups.slice(0, SHOWN).map((group) => (
          <li key={`${group.what}${group.n}`}>
            {OF_VERSIONS.has(group.what) ? null : (
              <Fragment>
                <b>
                  {group.n === group.to
                    ? t('Draw {{n}}', { n: number(group.n) })
                    : t('Draws {{from}}–{{to}}', { from: number(group.n), to: number(group.to) })}
                </b>{' '}
              </Fragment>
            )}
            {wordsOf(group, (id) => nameOf(published.gifts, id))}
          </li>
        ))}
      </ul>
      {groups.length > SHOWN && <p className="soft">{t('And {{n}} more.', { n: number(groups.length - SHOWN) })}</p>}
      {isDone && <p>{t('Please show this page to the store or to the authority, together with your slip.')}</p>}
    </div>
  )
}

const OF_VERSIONS: ReadonlySet<Tampering> = new Set(['seed', 'plan'])

/** How many draws something is said of; such as are missing are among them. */
function touchedBy(findings: readonly Finding[]): number {
  const single = new Set(findings.flatMap(({ what, n, to }) => (OF_VERSIONS.has(what) || to !== undefined ? [] : [n])))
  const ranges = findings.reduce((sum, { n, to }) => sum + (to === undefined ? 0 : to - n + 1), 0)
  return single.size + ranges
}

type Group = Finding & { to: number }

/** Draws one after the other with the same fault are one line. */
function groupsOf(findings: readonly Finding[]): Group[] {
  const groups: Group[] = []
  const order = (what: Tampering) => (OF_VERSIONS.has(what) ? 0 : 1)
  for (const one of findings.toSorted(
    (a, b) => order(a.what) - order(b.what) || a.what.localeCompare(b.what) || a.n - b.n,
  )) {
    const last = groups.at(-1)
    const shift = (found: Finding) => (found.was ?? found.n) - found.n
    const isSame = last?.what === one.what && last.to + 1 === one.n && shift(last) === shift(one)
    if (last && isSame && one.what !== 'result') last.to = one.to ?? one.n
    else groups.push({ ...one, to: one.to ?? one.n })
  }
  return groups.toSorted((a, b) => order(a.what) - order(b.what) || a.n - b.n)
}

export const nameOf = (gifts: readonly { gift: number; name: string }[], id: number): string =>
  id === 0 ? t('No gift') : (gifts.find(({ gift }) => gift === id)?.name ?? String(id))

function wordsOf({ what, n, to, was, right = 0, written = 0 }: Group, gift: (id: number) => string): string {
  switch (what) {
    case 'seed':
      return t(
        'The secret number of version {{n}} is not the one that was sealed. None of its results can be worked out.',
        { n },
      )
    case 'plan':
      return t('Chances or stock of version {{n}} were changed after they were sealed.', { n })
    case 'random':
      return t('The random value does not follow from the secret number and this bill.')
    case 'order':
      return n === to && was !== undefined
        ? t('The order was changed: this was draw {{n}}.', { n: number(was) })
        : t('The order was changed: a draw before these was taken out or put in.')
    case 'result':
      return t('Written is “{{written}}”, right is “{{right}}”.', { written: gift(written), right: gift(right) })
    case 'version':
      return t('Other chances were used than those that held then.')
    case 'code':
      return t('The code does not fit: something of it was changed.')
    case 'returned':
      return t('A gift is said to have come back that cannot have.')
    case 'missing':
      return n === to ? t('This draw is missing.') : t('These draws are missing.')
    case 'added':
      return t('This was put in: it is not part of the event.')
    case 'closing':
      return t('The last code is not the one of the closing report.')
  }
}
