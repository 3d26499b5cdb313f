import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { isForKeys, type Permissions } from '../../shared/users/permissions.ts'
import { go } from '../../web/app/location.ts'
import { type Cell, cellsOf, differences, grant, grantGroups, isHeldBy } from '../../web/grants/grants.ts'
import { PermissionEditor } from '../../web/grants/permission-editor.tsx'
import { FormScreen } from '../../web/screens/form/form.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import type { AnyRow, PageParams } from '../../web/screens/module.ts'
import { useSession } from '../../web/session.ts'
import { SecretOnce } from '../../web/ui/secret-once.tsx'
import css from './api-keys.module.css'
import { apiKeys } from './api-keys.ts'
import { PRESETS } from './presets.ts'
import { RightsInWords } from './rights.web.tsx'

const EXTRA = ['permissions']
const NONE: Permissions = {}
const DAYS_USUAL = 90

/** A new key, or one that is there: what it is for, where, how long, and what it may. */
export function KeyForm({ params }: PageParams) {
  const [made, setMade] = useState<AnyRow>()
  const { time_zone } = useSession()
  return (
    <>
      <FormScreen
        definition={apiKeys}
        id={params.id}
        extra={EXTRA}
        initial={{ permissions: NONE, expires_on: dayAhead(DAYS_USUAL, time_zone) }}
        after={(form) => <Rights form={form} />}
        onSaved={(row) => (typeof row.key === 'string' ? setMade(row) : lead(row))}
      />
      {made ? (
        <SecretOnce
          title={t('The key “{{name}}”', { name: String(made.name) })}
          secret={String(made.key)}
          onKept={() => lead(made)}
        >
          {t('The other system sends it with every call, as “Authorization: Bearer …”.')}
        </SecretOnce>
      ) : null}
    </>
  )
}

const lead = ({ id }: AnyRow) => go(`/${apiKeys.name}/view/${id}`, { replace: true })

/** The day so many days from now, where the chain lives. */
const dayAhead = (days: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() + days * 86_400_000)

function Rights({ form }: { form: Form }) {
  const isHeld = isHeldBy(useSession().route_access)
  const saved = permissionsIn(form.row?.permissions)
  const now = permissionsIn(form.values.permissions)
  const cells = cellsOf(grantGroups().flatMap((group) => group.rows))
  const set = (next: Permissions) =>
    form.set('permissions', differences(next, saved, cells).length === 0 ? (form.row?.permissions ?? NONE) : next)
  const chosen = (preset: Permissions): Permissions => grant(NONE, cellsIn(preset), true, isHeld)
  return (
    <section className={css.rights} aria-label={t('What it may')}>
      <h2>{t('What it may')}</h2>
      <fieldset className={css.presets} aria-label={t('To begin with')}>
        {PRESETS.map(({ label, hint, permissions }) => {
          const isHere = differences(now, chosen(permissions), cells).length === 0
          const isAny = cellsIn(permissions).some(isHeld)
          return (
            <button
              key={label}
              type="button"
              className={css.preset}
              aria-pressed={isHere && isAny}
              disabled={!isAny}
              onClick={() => set(chosen(permissions))}
            >
              <strong>{t(label)}</strong>
              <small>{t(hint)}</small>
            </button>
          )
        })}
      </fieldset>
      {form.errors.permissions ? <p role="alert">{form.errors.permissions}</p> : null}
      <RightsInWords permissions={now} />
      <details className={css.all}>
        <summary>{t('All rights')}</summary>
        <PermissionEditor
          permissions={now}
          saved={saved}
          onChange={set}
          isOffered={([identifier, flag]) => isForKeys(identifier, flag)}
        />
      </details>
    </section>
  )
}

const cellsIn = (permissions: Permissions): Cell[] =>
  cellsOf(Object.keys(permissions).map((identifier) => ({ identifier, label: '', opens: [] }))).filter(
    ([identifier, flag]) => permissions[identifier]?.[flag] === true,
  )

/** The server shows them, and this form writes them, as identifier to flags. */
const permissionsIn = (value: unknown): Permissions =>
  typeof value === 'object' && value !== null ? (value as Permissions) : NONE
