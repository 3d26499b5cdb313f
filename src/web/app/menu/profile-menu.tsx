import { IconInfoCircle, IconLogout, IconPalette, IconUserCircle } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import { signOutAsking } from '../../acts/sign-out.ts'
import { useSession } from '../../session.ts'
import { Face } from '../../ui/avatar.tsx'
import { Link } from '../../ui/link.tsx'
import list from './drop-down.module.css'
import { DropDown } from './drop-down.tsx'
import css from './profile-menu.module.css'

/** Who is signed in: the account's settings, the look, the way out. */
export function ProfileMenu({ openSettings }: { openSettings: () => void }) {
  const { user_name, avatar } = useSession()
  return (
    <DropDown
      label={`${t('Account')}: ${user_name}`}
      width={264}
      className={css.button}
      sign={<Face name={user_name} avatar={avatar} size={32} />}
    >
      {(close) => <Entries close={close} openSettings={openSettings} />}
    </DropDown>
  )
}

function Entries({ close, openSettings }: { close: () => void; openSettings: () => void }) {
  const look = () => {
    close()
    openSettings()
  }
  const leave = () => {
    close()
    void signOutAsking()
  }
  return (
    <>
      <Who />
      <ul className={list.list}>
        <li>
          <Link className={list.item} to="/profile-setting" onClick={close}>
            <IconUserCircle size={18} aria-hidden />
            {t('Account Settings')}
          </Link>
        </li>
        <li>
          <button type="button" className={list.item} onClick={look}>
            <IconPalette size={18} aria-hidden />
            {t('Look and layout')}
          </button>
        </li>
        <li>
          <Link className={list.item} to="/about" onClick={close}>
            <IconInfoCircle size={18} aria-hidden />
            {t('About')}
          </Link>
        </li>
      </ul>
      <ul className={list.list}>
        <li>
          <button type="button" className={list.item} onClick={leave}>
            <IconLogout size={18} aria-hidden />
            {t('Logout')}
          </button>
        </li>
      </ul>
    </>
  )
}

function Who() {
  const user = useSession()
  const place = [user.role.name, user.store?.name ?? user.department?.name].filter(Boolean).join(' · ')
  return (
    <div className={css.who}>
      <Face name={user.user_name} avatar={user.avatar} size={40} />
      <div className={css.words}>
        <strong>{user.user_name}</strong>
        <span>{user.email}</span>
        {place && <span>{place}</span>}
      </div>
    </div>
  )
}
