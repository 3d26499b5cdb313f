import { IconMapPinOff } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import { useSession } from '../session.ts'
import css from './connection-banner.module.css'

/** Says why everything is empty to somebody whose role sees one store, or one department, and who has none. */
export function PlaceNotice() {
  const { role, store, department } = useSession()
  const words =
    role.scope === 'store' && !store
      ? t('Your role sees one store only, and your account has no store yet. Please ask an administrator to enter it.')
      : role.scope === 'department' && !department
        ? t(
            'Your role sees one department only, and your account has none yet. Please ask an administrator to enter it.',
          )
        : null
  if (!words) return null
  return (
    <p className={css.banner} role="status">
      <IconMapPinOff size={18} aria-hidden />
      {words}
    </p>
  )
}
