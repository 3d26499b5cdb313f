import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { get } from '../../api.ts'
import { keys } from '../../query.ts'
import { useSession } from '../../session.ts'
import { Fact, FactList } from '../../ui/facts.tsx'
import css from '../view/view.module.css'

interface Agreed {
  purpose: string
  version: string
  given_at: string
  withdrawn_at: string | null
}

export const consentsOf = ({ wire }: Definition, id: number) =>
  queryOptions({
    queryKey: keys.part(wire, id, 'consents'),
    queryFn: () => get<{ data: Agreed[] }>(`${wire}/${id}/consents`, undefined, { quiet: true }),
  })

/** What the sender of a public form agreed to, in which version of the words and when. */
export function Consents({ definition, id, isNeeded }: { definition: Definition; id: number; isNeeded?: boolean }) {
  const { time_zone } = useSession()
  const { data } = useQuery(consentsOf(definition, id))
  if (!data || (data.data.length === 0 && !isNeeded)) return null
  return (
    <section className={css.sheet}>
      <h2>{t('Consents')}</h2>
      {data.data.length === 0 ? <p>{t('No consent is recorded.')}</p> : null}
      <FactList isNarrow>
        {data.data.map((one) => (
          <Fact key={one.purpose} label={t(one.purpose)} isWide>
            {t('Version {{version}}, {{at}}', { version: one.version, at: formatMoment(one.given_at, time_zone) })}
            {one.withdrawn_at ? ` · ${t('withdrawn')}` : ''}
          </Fact>
        ))}
      </FactList>
    </section>
  )
}
