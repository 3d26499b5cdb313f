import { t } from '../../shared/language.ts'
import { may, type Permissions } from '../../shared/users/permissions.ts'
import { FLAG_LABELS, FLAG_ORDER, grantGroups } from '../../web/grants/grants.ts'
import css from './api-keys.module.css'

/** What a key may, a line for each register. */
export function RightsInWords({ permissions }: { permissions: Permissions }) {
  const lines = grantGroups()
    .flatMap(({ rows }) => rows)
    .map(({ identifier, label }) => ({
      identifier,
      label,
      flags: FLAG_ORDER.filter((flag) => may(permissions, identifier, flag)),
    }))
    .filter(({ flags }) => flags.length > 0)
  if (lines.length === 0) return <p className={css.none}>{t('Nothing yet: choose above what it is for.')}</p>
  return (
    <ul className={css.words}>
      {lines.map(({ identifier, label, flags }) => (
        <li key={identifier}>
          <strong>{t(label)}</strong> {flags.map((flag) => t(FLAG_LABELS[flag])).join(' · ')}
        </li>
      ))}
    </ul>
  )
}
