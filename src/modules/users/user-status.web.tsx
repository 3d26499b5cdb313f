import { Button } from '@mantine/core'
import { IconBan, IconCircleCheck, IconDeviceDesktopOff, IconMailForward, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { Row } from '../../shared/resource.ts'
import { post } from '../../web/api.ts'
import { changed } from '../../web/query.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { useMay, useSession } from '../../web/session.ts'
import { Face } from '../../web/ui/avatar.tsx'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import type { ConfirmOptions } from '../../web/ui/dialogs/confirm-dialog.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { Invitation } from './invitation.web.tsx'
import { OpenWork } from './open-work.web.tsx'
import css from './users.module.css'
import type { users } from './users.ts'

type UserRow = Row<typeof users>

/** Whether the person can sign in, and what an administrator may do about it. */
export function UserStatus({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  const user = row as unknown as UserRow // a record of this definition
  const state = stateOf(user)
  return (
    <section className={css.card} aria-label={t('Account')}>
      <div className={css.who}>
        <Face name={user.user_name} avatar={user.avatar[0]?.id ?? null} size={56} />
        <div>
          <strong>{user.user_name}</strong>
          <small>
            {user.last_seen_at
              ? t('Last seen {{at}}', { at: formatMoment(user.last_seen_at, time_zone) })
              : t('Never signed in')}
          </small>
        </div>
      </div>
      <p className={css.state} data-tone={state.tone} role="status">
        <state.Sign size={18} aria-hidden />
        {t(state.label)}
      </p>
      <UserActs user={user} />
    </section>
  )
}

function stateOf(user: UserRow) {
  if (user.deleted_at) return { label: 'Deleted', tone: 'bad', Sign: IconUserOff }
  if (user.blocked) return { label: 'Blocked: cannot sign in', tone: 'bad', Sign: IconBan }
  if (user.status !== 'active') return { label: 'Not activated: cannot sign in', tone: 'mute', Sign: IconUserOff }
  return { label: 'Can sign in', tone: 'ok', Sign: IconCircleCheck }
}

function UserActs({ user }: { user: UserRow }) {
  const [invitation, setInvitation] = useState<string | null>(null)
  const [doing, setDoing] = useState<string | null>(null)
  const self = useSession().id
  const mayEdit = useMay()('users', 'edit')
  if (!mayEdit || user.deleted_at) return null
  if (user.id === self) return <small>{t('This is you. Your own account is under Account settings.')}</small>
  const act = async ({ name, question, run }: StatusAction) => {
    if (question && (await confirm(question)).status === 0) return
    setDoing(name)
    try {
      await run()
    } catch (error) {
      sayFailure(error)
    } finally {
      setDoing(null)
    }
  }
  const { user_name: name, blocked } = user
  const acts: StatusAction[] = [
    blocked ? unblock(user) : block(user),
    signOutEverywhere(user),
    ...(blocked ? [] : [invite(user, setInvitation)]),
  ]
  return (
    <div className={css.acts}>
      {acts.map((one) => (
        <Button
          key={one.name}
          variant="default"
          leftSection={<one.Sign size={18} aria-hidden />}
          loading={doing === one.name}
          onClick={() => void act(one)}
        >
          {t(one.name)}
        </Button>
      ))}
      <Invitation path={invitation} name={name} onClose={() => setInvitation(null)} />
    </div>
  )
}

/** Something to be done to an account, after a question where it cannot simply be taken back. */
interface StatusAction {
  /** English, a catalog key. */
  name: string
  Sign: typeof IconBan
  question?: ConfirmOptions
  run: () => Promise<void>
}

const block = (user: UserRow): StatusAction => ({
  name: 'Block',
  Sign: IconBan,
  question: {
    title: t('Block {{name}}?', { name: user.user_name }),
    description: t('They are signed out everywhere at once and cannot sign in until you unblock them.'),
    more: <OpenWork user={user.id} />,
    submit: t('Block'),
    danger: true,
  },
  run: async () => {
    await post(`user/${user.id}/block`)
    done(user, t('{{name}} is blocked and signed out', { name: user.user_name }))
  },
})

const unblock = (user: UserRow): StatusAction => ({
  name: 'Unblock',
  Sign: IconCircleCheck,
  run: async () => {
    await post(`user/${user.id}/unblock`)
    done(user, t('{{name}} can sign in again', { name: user.user_name }))
  },
})

const signOutEverywhere = (user: UserRow): StatusAction => ({
  name: 'Sign out everywhere',
  Sign: IconDeviceDesktopOff,
  question: {
    title: t('Sign {{name}} out everywhere?', { name: user.user_name }),
    description: t('They can sign in again with their password.'),
    submit: t('Sign out everywhere'),
  },
  run: async () => {
    await post(`user/${user.id}/sign-out`)
    done(user, t('{{name}} is signed out everywhere', { name: user.user_name }))
  },
})

/** @param show gets the path of the link, which is known only now */
const invite = (user: UserRow, show: (path: string) => void): StatusAction => ({
  name: 'New invitation link',
  Sign: IconMailForward,
  question: {
    title: t('Make a new invitation link for {{name}}?', { name: user.user_name }),
    description: t('With it they choose a new password. Earlier links stop working.'),
    submit: t('Make the link'),
  },
  run: async () => {
    const { invitation } = await post<{ invitation: string }>(`user/${user.id}/invite`)
    changed('users', user.id)
    show(invitation)
  },
})

function done(user: UserRow, message: string): void {
  changed('users', user.id)
  snackbar(message, { variant: 'alert', colour: 'ok' })
}
