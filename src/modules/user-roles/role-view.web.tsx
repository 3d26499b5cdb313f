import { Button, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconEdit, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ref, text } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { del, post } from '../../web/api.ts'
import { go, leadOrOffer, rememberPlace, useSearchParams } from '../../web/app/location.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { changed } from '../../web/query.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import { Tabs } from '../../web/screens/view/tabs.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonPage } from '../../web/ui/states.tsx'
import { MenuPreview } from './menu-preview.web.tsx'
import { PermissionTable } from './permission-table.web.tsx'
import { limitWords, type RoleRow, roleQuery, SCOPE_MEANINGS, scopeLabel } from './role.web.ts'
import { RolePeople } from './role-people.web.tsx'
import css from './user-roles.module.css'

const CRUMBS = [{ label: 'User roles', to: '/user-roles' }]

/** One role: what it may do, who has it, and the menu it makes. */
export function RoleView({ params }: { params: Record<string, string> }) {
  const found = useQuery(roleQuery(Number(params.id)))
  const crumbs = CRUMBS.map((crumb) => ({ ...crumb, label: t(crumb.label) }))
  if (found.isError)
    return (
      <Page title={t('User role')} crumbs={crumbs}>
        <Failed error={found.error} retry={() => void found.refetch()} />
      </Page>
    )
  if (!found.data) return <SkeletonPage />
  const role = found.data
  return (
    <Page title={role.name} crumbs={crumbs} actions={<RoleActions role={role} />}>
      <div className={css.stack}>
        <RoleFacts role={role} />
        <RoleTabs role={role} />
      </div>
    </Page>
  )
}

function RoleFacts({ role }: { role: RoleRow }) {
  const isOwn = useSession().role.id === role.id
  return (
    <div className={css.panel}>
      <dl className={css.facts}>
        {role.description && (
          <div>
            <dt>{t('Description')}</dt>
            <dd>{t(role.description)}</dd>
          </div>
        )}
        <div>
          <dt>{t('Data scope')}</dt>
          <dd>
            <strong>{t(scopeLabel(role.scope))}</strong> – {t(SCOPE_MEANINGS[role.scope] ?? '')}
          </dd>
        </div>
        <div>
          <dt>{t('Cost limit')}</dt>
          <dd>{limitWords(role.cost_limit)}</dd>
        </div>
        {isOwn && (
          <div>
            <dt>{t('Your role')}</dt>
            <dd>{t('You have this role yourself: another administrator can change it.')}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function RoleTabs({ role }: { role: RoleRow }) {
  const [query] = useSearchParams()
  const tab = query.get('tab') ?? 'permissions'
  const address = `/user-roles/${role.id}`
  return (
    <>
      <Tabs
        label={role.name}
        tabs={[
          { to: address, label: t('Permissions'), isCurrent: tab === 'permissions' },
          { to: `${address}?tab=people`, label: t('Users'), count: role.people, isCurrent: tab === 'people' },
          { to: `${address}?tab=menu`, label: t('See as this role'), isCurrent: tab === 'menu' },
        ]}
      />
      {tab === 'permissions' && <Permissions role={role} />}
      {tab === 'people' && <RolePeople role={role} />}
      {tab === 'menu' && <MenuPreview role={role} />}
    </>
  )
}

const COMPARED = ref('Compare with another role', 'user-roles')

function Permissions({ role }: { role: RoleRow }) {
  const [query, change] = useSearchParams()
  const compared = Number(query.get('compare') ?? 0)
  const other = useQuery(roleQuery(compared === role.id ? 0 : compared))
  const choose = (value: unknown) => {
    const id = typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : null
    change({ compare: id === String(role.id) ? null : id }, { replace: true })
  }
  return (
    <div className={css.stack}>
      <div className={css.comparePicker}>
        <FieldInput name="compare" field={COMPARED} value={compared > 0 ? compared : null} onChange={choose} />
      </div>
      {other.isError && <Failed error={other.error} retry={() => void other.refetch()} />}
      <PermissionTable role={role} other={compared > 0 ? other.data : undefined} />
    </div>
  )
}

function RoleActions({ role }: { role: RoleRow }) {
  const may = useMay()
  // Nobody changes the role they hold themselves; the facts below say so.
  const isOwn = useSession().role.id === role.id
  return (
    <>
      {may('user-roles', 'add') && (
        <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy(role)}>
          {t('Copy')}
        </Button>
      )}
      {!isOwn && may('user-roles', 'edit') && (
        <Button component={Link} to={`/user-roles/update/${role.id}`} leftSection={<IconEdit size={18} aria-hidden />}>
          {t('Edit')}
        </Button>
      )}
      {!isOwn && may('user-roles', 'delete') && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px={9} aria-label={t('More actions')}>
              <IconDots size={18} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove(role)}>
              {t('Delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

async function copy(role: RoleRow): Promise<void> {
  const isStillHere = rememberPlace()
  await askFields({
    title: t('Copy “{{role}}”', { role: role.name }),
    fields: { name: text('Name of the copy', { required: true, max: 100 }) },
    values: { name: t('{{role}} (copy)', { role: role.name }) },
    submit: t('Copy'),
    onSubmit: async (values) => {
      const made = await post<RoleRow>(`role/${role.id}/copy`, values)
      changed('user-roles', made.id)
      snackbar(t('“{{role}}” was copied', { role: role.name }), {
        variant: 'alert',
        colour: 'ok',
        ...leadOrOffer(isStillHere, `/user-roles/update/${made.id}`),
      })
    },
  })
}

async function remove(role: RoleRow): Promise<void> {
  const asked = await confirm({
    title: t('Delete the role “{{role}}”?', { role: role.name }),
    description:
      role.people > 0
        ? t('Still held by {{n}} users. Move them to another role first.', { n: role.people })
        : undefined,
    submit: t('Delete'),
    danger: true,
  })
  if (asked.status === 0) return
  const isStillHere = rememberPlace()
  try {
    await del(`role/${role.id}`)
    changed('user-roles', role.id)
    snackbar(t('“{{role}}” was deleted', { role: role.name }), { variant: 'alert', colour: 'ok' })
    if (isStillHere()) go('/user-roles')
  } catch (error) {
    sayFailure(error)
  }
}
