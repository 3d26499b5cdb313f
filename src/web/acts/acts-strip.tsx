import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudUpload } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { tell } from '../../shared/message.ts'
import { go } from '../app/location.ts'
import { useSession } from '../session.ts'
import { type Act, CORRECT } from './act.ts'
import css from './acts.module.css'
import { knownActs, listenToActs } from './acts.ts'
import { DropAct } from './drop-act.tsx'

/** What is on its way for so long waits; before that it is no news. */
const NEWS_AFTER_MS = 2000

/** What waits for a connection and what was refused, with what can be done about it. */
export default function ActsStrip() {
  const { own, others } = useSyncExternalStore(listenToActs, knownActs)
  const now = useTicking(own.some(isYoung))
  const refused = own.filter(({ refusal }) => refusal)
  const waiting = own.filter((act) => !act.refusal && now - act.kept_at > NEWS_AFTER_MS)
  if (refused.length + waiting.length + others === 0) return null
  return (
    <section className={css.strip} aria-label={t('Kept on this device')}>
      <div role="status">
        {waiting.length > 0 ? <Waiting acts={waiting} /> : null}
        {others > 0 ? (
          <p className={css.line}>
            <IconCloudUpload size={18} aria-hidden="true" />
            {t('{{n}} acts of somebody else wait on this device, until they sign in here again.', { n: others })}
          </p>
        ) : null}
      </div>
      {refused.map((act) => (
        <Refused key={act.key} act={act} />
      ))}
    </section>
  )
}

function Waiting({ acts }: { acts: readonly Act[] }) {
  const { time_zone } = useSession()
  return (
    <details className={css.waiting}>
      <summary className={css.line}>
        <IconCloudUpload size={18} aria-hidden="true" />
        {t('{{n}} acts wait for a connection and are sent by themselves.', { n: acts.length })}
      </summary>
      <ul>
        {acts.map((act) => (
          <li key={act.key}>
            <span>{tell(act.label)}</span>
            <time dateTime={new Date(act.done_at).toISOString()}>
              {formatMoment(new Date(act.done_at).toISOString(), time_zone)}
            </time>
            <DropAct act={act} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Refused({ act }: { act: Act }) {
  const { description, fields } = act.refusal ?? { description: '', fields: {} }
  const correct = () => {
    const [path = '/', search = ''] = act.page.split('?')
    const query = new URLSearchParams(search)
    query.set(CORRECT, act.key)
    go(`${path}?${query}`)
  }
  return (
    <div className={css.line} data-refused role="alert">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <div className={css.words}>
        <strong>{t('{{act}}: this was not taken', { act: tell(act.label) })}</strong>
        <span>{[description, ...Object.values(fields)].join(' ')}</span>
      </div>
      <Button size="compact-sm" onClick={correct}>
        {t('Correct')}
      </Button>
      <DropAct act={act} />
    </div>
  )
}

const isYoung = (act: Act): boolean => Date.now() - act.kept_at <= NEWS_AFTER_MS

/** The time, as long as it matters. */
function useTicking(isOn: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (!isOn) return
    const timer = window.setInterval(() => setNow(Date.now()), 500)
    return () => window.clearInterval(timer)
  }, [isOn])
  return now
}
