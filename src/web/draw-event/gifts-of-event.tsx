import { useQuery } from '@tanstack/react-query'
import { PARTS_PER_CENT, partsOf, WHOLE } from '../../shared/draws/parts.ts'
import { formatMoment, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { get } from '../api.ts'
import { keys } from '../query.ts'
import type { AnyRow } from '../screens/module.ts'
import { pageOf } from '../screens/records.ts'
import { useMay, useSession } from '../session.ts'
import figures from '../ui/figures-card.module.css'
import { useFileUrl } from '../ui/file-url.ts'
import { Link } from '../ui/link.tsx'
import { ScrollBox } from '../ui/scroll-box.tsx'
import { GiftPictures } from './gift-pictures.tsx'
import css from './gifts-of-event.module.css'

interface PlanVersion {
  version: number
  first: number
  commitment: string
  reason: string | null
  made_at: string
  made_by: { id: number; name: string } | null
}
interface GiftsProps {
  event: Definition
  gifts: Definition
  row: AnyRow
}

const GIFTS_MOST = 100

/** In an event's page: its gifts with what is given and left, the chance of none, and the versions of the plan. */
export default function GiftsOfEvent({ event, gifts, row }: GiftsProps) {
  const may = useMay()
  const found = useQuery(pageOf(gifts, { event: row.id, perpage: GIFTS_MOST, sort: 'position' }))
  const plans = useQuery({
    queryKey: keys.part(event.wire, row.id, 'plans', {}),
    queryFn: () => get<{ data: PlanVersion[] }>(`${event.wire}/${row.id}/plans`),
    enabled: row.stage !== 'draft',
  })
  if (!found.data) return null
  const language = currentLanguage()
  const number = (value: unknown, digits = 0) => formatNumber(Number(value ?? 0), language, digits)
  const all = found.data.data
  const parts = all.reduce((sum, { chance }) => sum + (partsOf(Number(chance)) ?? 0), 0)
  return (
    <>
      <section className={figures.card} aria-labelledby="gifts-of-event">
        <header className={figures.head}>
          <h2 id="gifts-of-event">{t('Gifts')}</h2>
          {may(gifts.permission, 'edit') && row.standing !== 'ended' && all.length > 0 && (
            <GiftPictures gifts={gifts} all={all} />
          )}
          {may(gifts.permission, 'add') && row.standing !== 'ended' && (
            <Link to={`/${gifts.name}/create?event=${row.id}`}>{t('Add a gift')}</Link>
          )}
        </header>
        {all.length === 0 ? (
          <p>{t('Nothing yet')}</p>
        ) : (
          <ScrollBox label={t('Gifts')}>
            <table className={figures.table}>
              <thead>
                <tr>
                  <th scope="col">{t('Gift')}</th>
                  <th scope="col" data-figure>
                    {t('Chance (%)')}
                  </th>
                  <th scope="col" data-figure>
                    {t('Stock')}
                  </th>
                  <th scope="col" data-figure>
                    {t('Gifts won')}
                  </th>
                  <th scope="col" data-figure>
                    {t('Left over')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {all.map((gift) => (
                  <tr key={gift.id}>
                    <th scope="row">
                      <GiftSign gift={gift} />
                      <Link to={`/${gifts.name}/view/${gift.id}`}>{String(gift.name)}</Link>
                    </th>
                    <td data-figure>{number(gift.chance, 4)}</td>
                    <td data-figure>{number(gift.stock)}</td>
                    <td data-figure>{number(gift.used_total)}</td>
                    <td data-figure>{number(gift.left)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{t('No gift')}</th>
                  <td data-figure>{number((WHOLE - parts) / PARTS_PER_CENT, 4)}</td>
                  <td colSpan={3} />
                </tr>
              </tfoot>
            </table>
          </ScrollBox>
        )}
      </section>
      <Versions plans={plans.data?.data ?? []} />
    </>
  )
}

/** Its picture, else its colour on the wheel. */
function GiftSign({ gift }: { gift: AnyRow }) {
  const picture = useFileUrl(typeof gift.cover === 'string' ? gift.cover : null, 'thumbnail')
  return (
    <span className={css.sign} style={{ background: String(gift.colour) }}>
      {picture ? <img src={picture} alt="" width={32} height={32} loading="lazy" /> : null}
    </span>
  )
}

function Versions({ plans }: { plans: readonly PlanVersion[] }) {
  const { time_zone } = useSession()
  if (plans.length === 0) return null
  return (
    <section className={figures.card} aria-labelledby="plan-versions">
      <header className={figures.head}>
        <h2 id="plan-versions">{t('Versions of the plan')}</h2>
      </header>
      <ol className={css.versions}>
        {plans.map(({ version, first, commitment, reason, made_at, made_by }) => (
          <li key={version}>
            <strong>{t('Version {{version}}, from draw {{first}} on', { version, first })}</strong>
            <small>
              {formatMoment(made_at, time_zone)} {made_by ? `· ${made_by.name}` : ''}
            </small>
            {reason && <p>{reason}</p>}
            <code>{commitment}</code>
          </li>
        ))}
      </ol>
    </section>
  )
}
