import { useState } from 'react'
import { choice } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { go } from '../../web/app/location.ts'
import { Cell, Mark } from '../../web/fields/cell.tsx'
import type { ColumnWish } from '../../web/screens/columns/columns.ts'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { FormScreen, ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { Invitation } from './invitation.web.tsx'
import { OpenWork } from './open-work.web.tsx'
import { UserStatus } from './user-status.web.tsx'
import { users } from './users.ts'

/** Said by the card beside the facts. */
const BESIDE = ['avatar', 'can_sign_in', 'lacks_place', 'last_seen_at', 'blocked']

const User = ({ params }: PageParams) => (
  <ViewScreen
    definition={users}
    id={params.id ?? ''}
    hidden={(row) => (row.blocked ? [...BESIDE, 'status'] : BESIDE)}
    aside={(row) => <UserStatus row={row} />}
    beside={statusOf}
    beforeDelete={(row) => <OpenWork user={row.id} />}
  />
)

/** A new user; once made, the link by which they choose their password. */
function NewUser() {
  const [made, setMade] = useState<AnyRow | null>(null)
  const lead = (row: AnyRow | null) => go(row ? `/users/view/${row.id}` : '/users', { replace: true })
  const link = typeof made?.invitation === 'string' ? made.invitation : null
  return (
    <>
      <FormScreen
        definition={users}
        onSaved={(row) => (typeof row.invitation === 'string' ? setMade(row) : lead(row))}
      />
      <Invitation path={link} name={String(made?.user_name ?? '')} onClose={() => lead(made)} />
    </>
  )
}

function statusOf(row: AnyRow) {
  return row.blocked ? (
    <Cell field={BLOCKED} value="blocked" />
  ) : (
    <Cell field={users.fields.status} value={row.status} />
  )
}
const BLOCKED = choice('Status', [{ value: 'blocked', label: 'Blocked', tone: 'bad' }])
const STATUS: ColumnWish = {
  name: 'status',
  render: statusOf,
}
const STORE: ColumnWish = {
  name: 'store',
  render: (row) =>
    row.lacks_place ? (
      <Mark tone="bad">{t('Sees nothing: no place of work')}</Mark>
    ) : (
      <Cell field={users.fields.store} value={row.store} />
    ),
}
/** The place of work before the position, which seldom differs: all of it fits beside the menu. */
const COLUMNS: readonly ColumnWish[] = ['user_code', 'user_name', 'email', 'role', 'department', STORE, STATUS]

const Users = () => <ListScreen definition={users} columns={COLUMNS} />

export default { pages: { '': Users, create: NewUser, 'view/$id': User } } satisfies ModuleWeb
