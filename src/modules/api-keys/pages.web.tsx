import { useQuery } from '@tanstack/react-query'
import { formatDay, formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { Permissions } from '../../shared/users/permissions.ts'
import { get } from '../../web/api.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { useSession } from '../../web/session.ts'
import css from './api-keys.module.css'
import { apiKeys } from './api-keys.ts'
import { KeyForm } from './key-form.web.tsx'
import { RightsInWords } from './rights.web.tsx'

interface Use {
  day: string
  address: string
  last_at: string
}

const Keys = () => <ListScreen definition={apiKeys} openFilters={['standing', 'stores']} />

const HIDDEN = ['name', 'state', 'standing', 'last_used_at']

function KeyView({ params }: PageParams) {
  return (
    <ViewScreen
      definition={apiKeys}
      id={params.id ?? ''}
      hidden={HIDDEN}
      beside={(row) => <ChoiceMark field={apiKeys.fields.standing} value={String(row.standing)} />}
      sections={(row) => (
        <>
          <section className={css.sheet} aria-label={t('What it may')}>
            <h2>{t('What it may')}</h2>
            <RightsInWords permissions={(row.permissions ?? {}) as Permissions} />
          </section>
          <Uses row={row} />
        </>
      )}
    />
  )
}

/** On which days and from where it was used. */
function Uses({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  const found = useQuery({
    queryKey: [apiKeys.wire, 'uses', row.id],
    queryFn: () => get<{ data: Use[] }>(`api-key/${row.id}/uses`),
    staleTime: 0,
  })
  const uses = found.data?.data ?? []
  return (
    <section className={css.sheet} aria-label={t('Used')}>
      <h2>{t('Used')}</h2>
      {found.data && uses.length === 0 ? <p className={css.none}>{t('Nobody has used it yet')}</p> : null}
      {uses.length > 0 ? (
        <ul className={css.uses}>
          {uses.map(({ day, address, last_at }) => (
            <li key={`${day} ${address}`}>
              <span>{formatDay(day)}</span>
              <code>{address}</code>
              <small>{t('last at {{at}}', { at: formatMoment(last_at, time_zone) })}</small>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

export default {
  pages: { '': Keys, create: KeyForm, 'update/$id': KeyForm, 'view/$id': KeyView },
} satisfies ModuleWeb
