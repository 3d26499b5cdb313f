import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { keys } from '../../web/query.ts'
import { Fact } from '../../web/screens/facts.tsx'
import css from '../../web/screens/view.module.css'
import { useSession } from '../../web/session.ts'
import { memberRegister } from './member-register.ts'

interface Agreed {
  purpose: string
  version: string
  given_at: string
  withdrawn_at: string | null
}

/** What the person agreed to, in which version of the words and when. */
export function Consents({ id }: { id: number }) {
  const { time_zone } = useSession()
  const { data } = useQuery({
    queryKey: keys.part(memberRegister.wire, id, 'consents'),
    queryFn: () => get<{ data: Agreed[] }>(`${memberRegister.wire}/${id}/consents`, undefined, { quiet: true }),
  })
  if (!data?.data.length) return null
  return (
    <section className={css.sheet}>
      <h2>{t('Consents')}</h2>
      <dl className={css.facts} data-narrow>
        {data.data.map((one) => (
          <Fact key={one.purpose} label={t(one.purpose)} isWide>
            {t('Version {{version}}, {{at}}', { version: one.version, at: formatMoment(one.given_at, time_zone) })}
            {one.withdrawn_at ? ` · ${t('withdrawn')}` : ''}
          </Fact>
        ))}
      </dl>
    </section>
  )
}
