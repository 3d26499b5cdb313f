import { Menu, UnstyledButton } from '@mantine/core'
import { IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import { signOut, useSession } from '../session.ts'
import { Face } from '../ui/avatar.tsx'
import { Link } from '../ui/link.tsx'
import css from './profile-menu.module.css'

/** Who is signed in: the account's settings, the look, the way out. */
export function ProfileMenu({ openSettings }: { openSettings: () => void }) {
  const user = useSession()
  const place = [user.role.name, user.store?.name ?? user.department?.name].filter(Boolean).join(' · ')
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={css.target} aria-label={`${t('Account')}: ${user.user_name}`}>
          <Face name={user.user_name} avatar={user.avatar} size={32} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.who}>
          <Face name={user.user_name} avatar={user.avatar} size={40} />
          <div className={css.words}>
            <strong>{user.user_name}</strong>
            <span>{user.email}</span>
            {place && <span>{place}</span>}
          </div>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile-setting" leftSection={<IconUserCircle size={18} aria-hidden />}>
          {t('Account Settings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={18} aria-hidden />} onClick={openSettings}>
          {t('Look and layout')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void signOut()}>
          {t('Logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
