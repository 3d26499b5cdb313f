import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NotificationChoice, NotificationChoices, NotificationSettings } from '../../shared/api.ts'
import { t } from '../../shared/language.ts'
import { get, post } from '../../web/api.ts'
import { client } from '../../web/query.ts'
import { SerialQueue } from '../../web/serial-queue.ts'
import { useMay } from '../../web/session.ts'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { CHANNELS, choiceFor, isOffered, isOnScreen, KIND_NAMES, KINDS, type KindName } from '../notifications/kinds.ts'
import { BrowserPermission } from './browser-permission.web.tsx'
import css from './notifications-tab.module.css'
import shared from './profile-setting.module.css'

const KEY = ['notification-choices']
const changes = new SerialQueue()

/** What a person is told of, and where; each switch is kept at once. */
export function NotificationsTab() {
  const found = useQuery({
    queryKey: KEY,
    // Asked between two changes, it would show the first of them.
    queryFn: () => changes.run(() => get<NotificationSettings>('notification/choices')),
    staleTime: 0,
  })
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonLines lines={12} />
  return (
    <div className={shared.stack}>
      <BrowserPermission />
      <Digest settings={found.data} />
      <section className={shared.panel}>
        <h2>{t('What to tell me')}</h2>
        <p className={shared.hint}>
          {t('The browser tells what comes into the app. Of what you do yourself you are never told.')}
        </p>
        <ChoiceTable settings={found.data} />
      </section>
    </div>
  )
}

/** By e-mail: where it goes, and the digest in the morning. */
function Digest({ settings: { digest, email, is_mail_set_up } }: { settings: NotificationSettings }) {
  return (
    <section className={shared.panel}>
      <h2>{t('To my e-mail')}</h2>
      <p className={shared.hint}>
        {is_mail_set_up
          ? t('Your mail goes to {{email}}.', { email })
          : t('The chain does not send mail yet. What you choose here counts as soon as it does.')}
      </p>
      <Switch
        size="md"
        label={t('Morning digest')}
        description={t(
          'On working days as the chain opens: your complaints that are overdue or due that day, how many of your tasks are overdue, your other open complaints, and what happened. When there is nothing to say, none comes.',
        )}
        checked={digest}
        onChange={() => void keep(({ digest: was }) => ({ digest: !was }))}
      />
    </section>
  )
}

function ChoiceTable({ settings: { choices, digest } }: { settings: NotificationSettings }) {
  const may = useMay()
  const offered = KIND_NAMES.filter((kind) => isOffered(kind, (identifier) => may(identifier, 'read')))
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('Notification')}</th>
          {CHANNELS.map(({ value, label }) => (
            <th key={value} scope="col">
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {offered.map((kind) => (
          <KindRow key={kind} kind={kind} choice={choiceFor(choices, kind)} digest={digest} />
        ))}
      </tbody>
    </table>
  )
}

function KindRow({ kind, choice, digest }: { kind: KindName; choice: NotificationChoice; digest: boolean }) {
  const label = t(KINDS[kind].label)
  return (
    <tr>
      <th scope="row">{label}</th>
      {CHANNELS.map(({ value, label: channel }) => {
        const isOff = isOnScreen(kind) && (value === 'mail' || value === 'digest')
        const isLeftOut = isOff || (value === 'browser' && !choice.app) || (value === 'digest' && !digest)
        return (
          <td key={value}>
            <span className={css.channel} aria-hidden>
              {t(channel)}
            </span>
            <Switch
              size="md"
              aria-label={`${label}: ${t(channel)}`}
              checked={choice[value] && !isLeftOut}
              disabled={isLeftOut}
              onChange={() =>
                void keep(({ choices }) => ({ choices: { [kind]: turned(choiceFor(choices, kind), value) } }))
              }
            />
          </td>
        )
      })}
    </tr>
  )
}

interface Change {
  choices?: NotificationChoices
  digest?: boolean
}

const turned = (choice: NotificationChoice, channel: keyof NotificationChoice): NotificationChoice => ({
  ...choice,
  [channel]: !choice[channel],
})

/**
 * Shown at once; back as it was when the server says no.
 * @param changeOf what changes of what is known now: a press that comes before the former one is drawn would start from what stood before both
 */
async function keep(changeOf: (now: NotificationSettings) => Change): Promise<void> {
  void client.cancelQueries({ queryKey: KEY })
  const now = client.getQueryData<NotificationSettings>(KEY)
  if (!now) return
  const change = changeOf(now)
  const choices = { ...now.choices, ...change.choices }
  client.setQueryData<NotificationSettings>(KEY, { ...now, ...change, choices })
  try {
    await changes.run(() => post('notification/choices', change, { quiet: true }))
    snackbar(t('Your choice was saved'), { variant: 'alert', colour: 'ok' })
  } catch (error) {
    sayFailure(error)
    await client.invalidateQueries({ queryKey: KEY })
  }
}
