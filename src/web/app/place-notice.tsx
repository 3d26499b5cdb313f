import { IconMapPinOff } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import css from './connection-banner.module.css'

/** Says why everything is empty to somebody whose role sees one store, or one department, and who has none. */
export default function PlaceNotice({ lacks }: { lacks: 'store' | 'department' }) {
  return (
    <p className={css.banner} role="status">
      <IconMapPinOff size={18} aria-hidden />
      {lacks === 'store'
        ? t(
            'Your role sees one store only, and your account has no store yet. Please ask an administrator to enter it.',
          )
        : t(
            'Your role sees one department only, and your account has none yet. Please ask an administrator to enter it.',
          )}
    </p>
  )
}
