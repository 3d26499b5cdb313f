import { Button } from '@mantine/core'
import { COMPLETION_STATES } from '../../shared/definition/completion.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import css from './desk.module.css'
import type { KnownMember } from './known.ts'
import { memberRegister } from './member-register.ts'
import { REQUEST_TYPES } from './words.ts'

const SAME: Record<KnownMember['by'], () => string> = {
  identity_number: () => t('Same paper'),
  card_number: () => t('Same card'),
  phone: () => t('Same phone'),
}

/** Who is registered already, before anything more is typed, and what they may want instead. */
export function KnownMembers({ form, found }: { form: Form; found: readonly KnownMember[] }) {
  const { time_zone } = useSession()
  const isNew = form.values.request_type === 'new'
  return (
    <div role="status">
      {found.length === 0 ? null : (
        <section className={css.known} aria-label={t('Registered already')}>
          <h2>{t('Registered already')}</h2>
          <ul>
            {found.map((one) => (
              <li key={`${one.by} ${one.id ?? one.created_at}`}>
                <strong>{SAME[one.by]()}</strong>{' '}
                {one.id === null ? (
                  t('in another store')
                ) : (
                  <Link to={`/${memberRegister.name}/view/${one.id}`}>{`${one.full_name} · ${one.number}`}</Link>
                )}
                <small>
                  {[
                    t(REQUEST_TYPES.find(({ value }) => value === one.request_type)?.label ?? ''),
                    t(COMPLETION_STATES.find(({ value }) => value === one.status)?.label ?? ''),
                    one.store,
                    formatMoment(one.created_at, time_zone),
                  ].join(' · ')}
                </small>
              </li>
            ))}
          </ul>
          {isNew ? (
            <div className={css.instead}>
              {REQUEST_TYPES.filter(({ value }) => value !== 'new').map(({ value, label }) => (
                <Button key={value} variant="default" size="xs" onClick={() => form.set('request_type', value)}>
                  {t(label)}
                </Button>
              ))}
            </div>
          ) : null}
        </section>
      )}
    </div>
  )
}
