import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { grouped } from '../../shared/draws/published.ts'
import type { ClosingReport } from '../../shared/draws/report.ts'
import { formatDay, formatMoment, formatMoney, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { sumInWords } from '../../shared/vietnam/sum-in-words.ts'
import { get } from '../api.ts'
import { download } from '../download.ts'
import { Letterhead, Signatures } from '../paper/letterhead.tsx'
import { PaperPage } from '../paper/paper-page.tsx'
import paper from '../paper/sheet.module.css'
import { useRecord } from '../screens/view/use-record.ts'
import { useSession } from '../session.ts'
import { sayFailure } from '../ui/snackbar.tsx'
import css from './closing.module.css'

/** The report for the authority: what was planned, given and left, who won, and what proves the draws. */
export default function ClosingScreen({ definition, id }: { definition: Definition; id: string | undefined }) {
  const { row } = useRecord(definition, id)
  const found = useQuery({
    queryKey: [definition.wire, 'list', 'closing', id],
    queryFn: () => get<ClosingReport>(`${definition.wire}/${id}/closing`),
  })
  const [isBusy, setBusy] = useState(false)
  const told = found.data
  const workbook = async () => {
    setBusy(true)
    await download(`${definition.wire}/${id}/closing/export`).catch(sayFailure)
    setBusy(false)
  }
  return (
    <PaperPage
      title={t('Closing report')}
      crumbs={[
        { label: t(definition.label), to: `/${definition.name}` },
        { label: String(row?.name ?? '…'), to: `/${definition.name}/view/${id}` },
      ]}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          disabled={!told || isBusy}
          onClick={() => void workbook()}
        >
          {t('Excel')}
        </Button>
      }
      error={found.error}
      retry={() => void found.refetch()}
    >
      {told ? <Sheet told={told} /> : null}
    </PaperPage>
  )
}

const number = (value: number) => formatNumber(value, currentLanguage())
const money = (value: number) => formatMoney(value, currentLanguage())

function Sheet({ told }: { told: ClosingReport }) {
  const { time_zone } = useSession()
  const { event, counts } = told
  const facts: [string, string][] = [
    [t('Event code'), event.code],
    ...(event.registration_number
      ? [[t('Registration number'), event.registration_number] satisfies [string, string]]
      : []),
    [t('Begins'), formatMoment(event.starts_at, time_zone)],
    [t('Ends'), formatMoment(event.ends_at, time_zone)],
    [t('Stores'), event.stores.join(', ') || t('All stores')],
    [t('Draws made'), number(counts.draws)],
    [t('Bills'), number(counts.bills)],
    [t('Customers'), number(counts.customers)],
    [t('Gifts won'), number(counts.given)],
    [t('Handed out'), number(counts.handed_out)],
    [t('Not taken'), number(counts.not_taken)],
  ]
  return (
    <>
      <Letterhead title={t('Report on the results of a promotion by chance')}>
        <p className={css.event}>{event.name}</p>
      </Letterhead>
      <dl>
        {facts.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Gifts told={told} />
      <Proof told={told} />
      <Winners told={told} />
      <Signatures of={[t('Written by'), t('For the company')]} />
    </>
  )
}

function Gifts({ told: { gifts } }: { told: ClosingReport }) {
  const sum = (of: (gift: (typeof gifts)[number]) => number) => gifts.reduce((all, gift) => all + of(gift), 0)
  const total = sum(({ value }) => value)
  const heads = [t('Value of one'), t('Plan'), t('Gifts won'), t('Left over'), t('Value of gifts won'), t('Value left')]
  return (
    <section>
      <h3>{t('Gifts')}</h3>
      <div className={paper.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Gift')}</th>
              {heads.map((head) => (
                <th key={head} scope="col" data-figure>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {gifts.map((gift) => (
              <tr key={gift.id}>
                <th scope="row">{gift.name}</th>
                <td data-figure>{gift.price === null ? '' : money(gift.price)}</td>
                <td data-figure>{number(gift.planned)}</td>
                <td data-figure>{number(gift.given)}</td>
                <td data-figure>{number(gift.left)}</td>
                <td data-figure>{money(gift.value)}</td>
                <td data-figure>{money(gift.value_left)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <td />
              <td data-figure>{number(sum(({ planned }) => planned))}</td>
              <td data-figure>{number(sum(({ given }) => given))}</td>
              <td data-figure>{number(sum(({ left }) => left))}</td>
              <td data-figure>{money(total)}</td>
              <td data-figure>{money(sum(({ value_left }) => value_left))}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {total > 0 ? (
        <p className={css.words}>
          {t('Value of gifts won in words')}: {sumInWords(total, currentLanguage())}
        </p>
      ) : null}
    </section>
  )
}

function Proof({ told: { plans, closing, event } }: { told: ClosingReport }) {
  return (
    <section className={css.proof}>
      <h3>{t('Proof of the draws')}</h3>
      <p>
        {t('{{n}} draws; code of the last one:', { n: number(closing.count) })} <Code text={closing.code} />
      </p>
      {plans.map(({ version, first, commitment, seed, reason }) => (
        <div key={version}>
          {plans.length > 1 ? (
            <h4>
              {t('Version {{n}}', { n: version })} {t('from draw {{n}} on', { n: number(first) })}
              {reason ? ` · ${reason}` : ''}
            </h4>
          ) : null}
          <p>
            {t('Seal, published before the first draw:')} <Code text={commitment} />
          </p>
          <p>
            {t('Secret number, published at the end:')} <Code text={seed} />
          </p>
        </div>
      ))}
      <p>
        {t('Everybody can check all results at {{address}}', { address: `${location.origin}/fairness/${event.code}` })}
      </p>
    </section>
  )
}

const Code = ({ text }: { text: string }) => (
  <code className={css.code} translate="no">
    {grouped(text).join(' ')}
  </code>
)

const STATES: Readonly<Record<string, () => string>> = {
  won: () => t('Won'),
  'handed-out': () => t('Handed out'),
  'not-taken': () => t('Not taken'),
}

function Winners({ told: { winners } }: { told: ClosingReport }) {
  if (winners.length === 0) return null
  const heads = [t('Draw no.'), t('Day'), t('Store'), t('Gift'), t('Bill'), t('Customer'), t('State')]
  return (
    <section>
      <h3>{t('Winners')}</h3>
      <div className={paper.table}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {winners.map((one) => (
              <tr key={one.n}>
                <td>{number(one.n)}</td>
                <td>{formatDay(one.day)}</td>
                <td>{one.store}</td>
                <td>{one.gift}</td>
                <td>{one.bill}</td>
                <td>{[one.name, one.phone].filter(Boolean).join(' · ')}</td>
                <td>{STATES[one.state]?.() ?? one.state}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
