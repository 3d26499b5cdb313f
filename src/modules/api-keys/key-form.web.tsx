import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { isForKeys, type Permissions } from '../../shared/users/permissions.ts'
import { go } from '../../web/app/location.ts'
import { type Cell, cellsOf, differences, grant, grantGroups, isHeldBy } from '../../web/grants/grants.ts'
import { PermissionEditor } from '../../web/grants/permission-editor.tsx'
import { FormScreen } from '../../web/screens/form/form.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import type { AnyRow, PageParams } from '../../web/screens/module.ts'
import { useSession } from '../../web/session.ts'
import { SecretOnce } from '../../web/ui/dialogs/secret-once.tsx'
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
        before={(form) => <Presets form={form} />}
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
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() + days * DAY_MS)

/** What the draft may, and how to change it; the very same rights as saved are no change. */
function useRights(form: Form) {
  const saved = permissionsIn(form.row?.permissions)
  const cells = cellsOf(grantGroups().flatMap((group) => group.rows))
  const isSame = (one: Permissions, other: Permissions) => differences(one, other, cells).length === 0
  return {
    now: permissionsIn(form.values.permissions),
    saved,
    isSame,
    set: (next: Permissions) => form.set('permissions', isSame(next, saved) ? (form.row?.permissions ?? NONE) : next),
  }
}

/** What most systems need, in one press. */
function Presets({ form }: { form: Form }) {
  const isHeld = isHeldBy(useSession().route_access)
  const { now, isSame, set } = useRights(form)
  const chosen = (preset: Permissions): Permissions => grant(NONE, cellsIn(preset), true, isHeld)
  return (
    <fieldset className={css.presets} aria-label={t('To begin with')}>
      {PRESETS.map(({ label, hint, permissions }) => {
        const isAny = cellsIn(permissions).some(isHeld)
        return (
          <button
            key={label}
            type="button"
            className={css.preset}
            aria-pressed={isAny && isSame(now, chosen(permissions))}
            disabled={!isAny}
            onClick={() => set(chosen(permissions))}
          >
            <strong>{t(label)}</strong>
            <small>{t(hint)}</small>
          </button>
        )
      })}
    </fieldset>
  )
}

function Rights({ form }: { form: Form }) {
  const { now, saved, set } = useRights(form)
  return (
    <section className={css.rights} aria-label={t('What it may')}>
      <h2>{t('What it may')}</h2>
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
