import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NotificationChoice, NotificationChoices } from '../../shared/api.ts'
import { t } from '../../shared/language.ts'
import { get, post } from '../../web/api.ts'
import { client } from '../../web/query.ts'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { CHANNELS, KIND_NAMES, KINDS, type KindName } from '../notifications/kinds.ts'
import { BrowserPermission } from './browser-permission.web.tsx'
import css from './notifications-tab.module.css'
import shared from './profile-setting.module.css'

const KEY = ['notification-choices']
const EVERYWHERE: NotificationChoice = { app: true, browser: true }

/** What a person is told of, and where; each switch is kept at once. */
export function NotificationsTab() {
  const found = useQuery({
    queryKey: KEY,
    queryFn: () => get<{ choices: NotificationChoices }>('notification/choices'),
    staleTime: 0,
  })
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonLines lines={12} />
  return (
    <div className={shared.stack}>
      <BrowserPermission />
      <section className={shared.panel}>
        <h2>{t('What to tell me')}</h2>
        <p className={shared.hint}>
          {t('The browser tells what comes into the app. Of what you do yourself you are never told.')}
        </p>
        <ChoiceTable choices={found.data.choices} />
      </section>
    </div>
  )
}

function ChoiceTable({ choices }: { choices: NotificationChoices }) {
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
        {KIND_NAMES.map((kind) => (
          <KindRow key={kind} kind={kind} choice={choices[kind] ?? EVERYWHERE} />
        ))}
      </tbody>
    </table>
  )
}

function KindRow({ kind, choice }: { kind: KindName; choice: NotificationChoice }) {
  const label = t(KINDS[kind].label)
  return (
    <tr>
      <th scope="row">{label}</th>
      {CHANNELS.map(({ value, label: channel }) => {
        const isLeftOut = value === 'browser' && !choice.app
        return (
          <td key={value}>
            <Switch
              size="md"
              aria-label={`${label}: ${t(channel)}`}
              checked={choice[value] && !isLeftOut}
              disabled={isLeftOut}
              onChange={(event) => void keep(kind, { ...choice, [value]: event.currentTarget.checked })}
            />
          </td>
        )
      })}
    </tr>
  )
}

/** Shown at once; back as it was when the server says no. */
async function keep(kind: KindName, choice: NotificationChoice): Promise<void> {
  await client.cancelQueries({ queryKey: KEY })
  show({ [kind]: choice })
  try {
    await post('notification/choices', { choices: { [kind]: choice } }, { quiet: true })
    snackbar(t('Your choice was saved'), { variant: 'alert', colour: 'ok' })
  } catch (error) {
    snackbar(error instanceof Error ? error.message : String(error), { variant: 'alert', colour: 'bad' })
    await client.invalidateQueries({ queryKey: KEY })
  }
}

const show = (changed: NotificationChoices) =>
  client.setQueryData<{ choices: NotificationChoices }>(
    KEY,
    (before) => before && { choices: { ...before.choices, ...changed } },
  )
