import { useState } from 'react'
import { go } from '../../web/app/location.ts'
import { FormScreen } from '../../web/screens/form.tsx'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/view.tsx'
import { Invitation } from './invitation.web.tsx'
import { UserStatus } from './user-status.web.tsx'
import { users } from './users.ts'

const User = ({ params }: PageParams) => (
  <ViewScreen
    definition={users}
    id={params.id ?? ''}
    hidden={['avatar', 'can_sign_in', 'last_seen_at', 'blocked']}
    aside={(row) => <UserStatus row={row} />}
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

export default { pages: { create: NewUser, 'view/$id': User } } satisfies ModuleWeb
