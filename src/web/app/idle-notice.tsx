import { IconClockPause } from '@tabler/icons-react'
import { wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { useSession } from '../session.ts'
import css from './connection-banner.module.css'

/** Says that the session is about to end as nobody works; any key or touch keeps it. */
export default function IdleNotice({ endsAt }: { endsAt: number }) {
  const { time_zone } = useSession()
  return (
    <p className={css.banner} role="alert">
      <IconClockPause size={18} aria-hidden />
      {t(
        'Nobody has worked here for a while, so you will be signed out at {{time}}. Press any key or touch the screen to stay.',
        { time: wallClock(new Date(endsAt).toISOString(), time_zone).time },
      )}
    </p>
  )
}
