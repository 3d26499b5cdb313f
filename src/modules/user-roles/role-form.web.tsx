import { Switch } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Permissions } from '../../shared/users/permissions.ts'
import { go } from '../../web/app/location.ts'
import { changedNames, type Draft } from '../../web/fields/values.ts'
import { cellsOf, differences, grantGroups, mergeGrants } from '../../web/grants/grants.ts'
import { PermissionEditor } from '../../web/grants/permission-editor.tsx'
import { client } from '../../web/query.ts'
import { FormScreen } from '../../web/screens/form/form.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import { midSentence } from '../../web/screens/mid-sentence.ts'
import type { PageParams } from '../../web/screens/module.ts'
import { useSession } from '../../web/session.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { Page } from '../../web/ui/page.tsx'
import { sayFailure } from '../../web/ui/snackbar.tsx'
import { Empty } from '../../web/ui/states.tsx'
import { roleQuery, SCOPE_MEANINGS } from './role.web.ts'
import css from './user-roles.module.css'
import { userRoles } from './user-roles.ts'

const EXTRA = ['permissions', 'no_cost_limit']
const NONE: Permissions = {}

/** A new role, or an existing one: its name, its scope and its matrix. */
export function RoleForm({ params }: PageParams) {
  const { id, cost_limit: own } = useSession().role
  if (id === Number(params.id)) return <OwnRole />
  return (
    <FormScreen
      definition={userRoles}
      id={params.id}
      extra={EXTRA}
      initial={{ permissions: NONE, cost_limit: 0, no_cost_limit: false }}
      besideField={(name, form) => {
        if (name === 'description') return <Spoken words={String(form.values[name] ?? '')} />
        if (name === 'scope') return <p className={css.hint}>{t(SCOPE_MEANINGS[String(form.values.scope)] ?? '')}</p>
        if (name === 'cost_limit') return own === null ? <NoLimit form={form} /> : <OwnLimit limit={own} />
        return null
      }}
      after={(form) => <Matrix form={form} />}
      onSaved={(row) => go(`/user-roles/${row.id}`, { replace: true })}
    />
  )
}

/** That a role may spend any amount is said, never left out. */
const NoLimit = ({ form }: { form: Form }) => (
  <Switch
    label={t('No cost limit')}
    checked={form.values.no_cost_limit === true}
    onChange={(event) => form.set('no_cost_limit', event.currentTarget.checked)}
  />
)

const OwnLimit = ({ limit }: { limit: number }) => (
  <p className={css.hint}>
    {t('At most your own limit: {{max}} đồng', { max: formatNumber(limit, currentLanguage()) })}
  </p>
)

/** A delivered description is kept in English words, and shown in those of the reader's language. */
function Spoken({ words }: { words: string }) {
  const spoken = t(words)
  return spoken === words ? null : <p className={css.hint}>{t('Shown as “{{name}}”', { name: spoken })}</p>
}

function Matrix({ form }: { form: Form }) {
  const saved = permissionsIn(form.row?.permissions)
  const now = permissionsIn(form.values.permissions)
  const changes = differences(now, saved, everyCell()).length
  useMergeWhenStale(form, saved, now)
  return (
    <section className={css.stack} aria-label={t('Permissions')}>
      <div className={css.bar}>
        <h2 className={css.heading}>{t('Permissions')}</h2>
        <span className={css.count} role="status">
          {changes > 0 ? t('{{n}} rights changed', { n: changes }) : ''}
        </span>
      </div>
      <PermissionEditor
        permissions={now}
        saved={saved}
        // Back to what is saved is no change: the very same value says so to the form.
        onChange={(next) =>
          form.set(
            'permissions',
            differences(next, saved, everyCell()).length === 0 ? (form.row?.permissions ?? NONE) : next,
          )
        }
      />
    </section>
  )
}

/**
 * Someone else saved first: what was changed here goes on top of theirs, ticks cell by cell, to be looked over and
 * saved again. The refusal carries the record without its permissions, so the whole role is fetched.
 */
function useMergeWhenStale(form: Form, start: Permissions, mine: Permissions): void {
  const { stale, row } = form
  const newest = useRef(form)
  useLayoutEffect(() => {
    newest.current = form
    if (!stale || !row) return
    const own = ownOf(form)
    form.settle({ ...stale.record, permissions: start }, { ...own, permissions: mine }, false)
    const merge = async () => {
      const theirs = await client.fetchQuery({ ...roleQuery(row.id), staleTime: 0 })
      const now = permissionsIn(newest.current.values.permissions)
      newest.current.settle(
        { ...theirs },
        { ...ownOf(newest.current), permissions: mergeGrants(start, now, theirs.permissions) },
        false,
      )
      await confirm({
        title: t('{{who}} changed this meanwhile', { who: stale.changedBy || t('Someone') }),
        description: t('Your changes were applied on top of it. Please review and save again.'),
        submit: t('Review'),
        cancel: t('Close'),
      })
    }
    merge().catch((error: unknown) => sayFailure(error))
  }, [form, stale, row, start, mine])
}

const ownOf = ({ fields, row, values }: Form): Draft =>
  Object.fromEntries(changedNames(fields, row ?? {}, values).map((name) => [name, values[name]]))

/** Nobody changes the role they hold themselves, not even by its address. */
const OwnRole = () => (
  <Page
    title={t('Edit {{one}}', { one: midSentence(userRoles.one) })}
    crumbs={[{ label: t(userRoles.label), to: '/user-roles' }]}
  >
    <Empty title={t('You cannot change your own role.')}>{t('Ask another administrator to change it.')}</Empty>
  </Page>
)

const everyCell = () => cellsOf(grantGroups().flatMap((group) => group.rows))

/** The server shows them, and this form writes them, as identifier to flags. */
const permissionsIn = (value: unknown): Permissions =>
  typeof value === 'object' && value !== null ? (value as Permissions) : NONE
