import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { del, get, post } from '../../web/api.ts'
import { useSession } from '../../web/session.ts'
import { attempt } from '../../web/ui/attempt.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import css from './profile-setting.module.css'

interface SessionLine {
  id: string
  created_at: string
  last_seen_at: string
  address: string | null
  device_name: string | null
  is_current: boolean
}

const KEY = ['session']

/** Where the account is signed in; any of it can be ended. */
export function SessionsTab() {
  const found = useQuery({ queryKey: KEY, queryFn: () => get<{ data: SessionLine[] }>('session'), staleTime: 0 })
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonLines lines={6} />
  const sessions = [...found.data.data].sort((one, other) => Number(other.is_current) - Number(one.is_current))
  const hasOthers = sessions.some((session) => !session.is_current)
  return (
    <section className={css.panel}>
      <h2>{t('Where you are signed in')}</h2>
      <p className={css.hint}>{t('Sign out any device you do not recognise, and change your password.')}</p>
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      {hasOthers && (
        <div className={css.buttons}>
          <Button variant="default" color="red" onClick={() => void endOthers()}>
            {t('Sign out everywhere else')}
          </Button>
        </div>
      )}
    </section>
  )
}

function SessionItem({ session }: { session: SessionLine }) {
  const { time_zone } = useSession()
  const name = session.device_name ?? t('Unknown device')
  const Sign = /android|iphone|ipad|mobile/i.test(name) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={css.session} data-current={session.is_current || undefined}>
      <span className={css.device}>
        <Sign size={22} stroke={1.6} aria-hidden />
      </span>
      <div>
        <strong>{name}</strong>
        {session.is_current && <span className={css.badge}>{t('This device')}</span>}
        <div className={css.hint}>
          {t('Last active {{at}}', { at: formatMoment(session.last_seen_at, time_zone) })}
          {session.address && ` · ${session.address}`}
        </div>
        <div className={css.hint}>{t('Signed in {{at}}', { at: formatMoment(session.created_at, time_zone) })}</div>
      </div>
      {!session.is_current && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('Sign out {{device}}', { device: name })}
          onClick={() => void end(session.id)}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}

async function end(id: string): Promise<void> {
  await attempt(() => del(`session/${id}`), t('Signed out there'), KEY)
}

async function endOthers(): Promise<void> {
  const asked = await confirm({
    title: t('Sign out everywhere else?'),
    description: t('Only this device stays signed in.'),
    submit: t('Sign out everywhere else'),
    danger: true,
  })
  if (asked.status === 1) await attempt(() => post('session/end-others'), t('All other devices are signed out'), KEY)
}
