import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Named } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { pick } from '../../shared/resource.ts'
import { del, get, post, put } from '../../web/api.ts'
import { client } from '../../web/query.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import { useSession } from '../../web/session.ts'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { SkeletonLines } from '../../web/ui/states.tsx'
import { REPORTS, type ReportPage } from './kinds.ts'
import css from './report.module.css'
import { OWN_PAGES, type ReportQuery, reportLink } from './report-query.web.ts'
import { RHYTHMS, schedules, type Turn, WEEKDAY_CHOICES } from './schedules.ts'

interface Schedule extends Turn {
  id: number
  report: ReportPage
  hour: number
  is_paused: boolean
  next_at: string
  people: Named[]
  owner: Named
  is_held: boolean
}

const PATH = 'report/schedule'
const mine = queryOptions({
  queryKey: ['report-schedules'],
  queryFn: () => get<{ data: Schedule[] }>(PATH, undefined, { quiet: true }),
})
const again = () => client.invalidateQueries({ queryKey: mine.queryKey })

/** One's reports by e-mail, to administrators everybody's: when the next comes, to whom; hold up, let go on, end, and a new one of what is on the screen. */
export function ScheduleList({ asked, close }: { asked: ReportQuery; close: () => void }) {
  const found = useQuery(mine)
  const { id, user_name } = useSession()
  const add = () => {
    close()
    void ask(asked, { id, name: user_name })
  }
  return (
    <div className={css.schedules}>
      <p>
        {t(
          'Reports are e-mailed automatically with a workbook; each recipient gets the figures their own permissions allow.',
        )}
      </p>
      {found.isPending ? <SkeletonLines lines={3} /> : null}
      <ul>
        {found.data?.data.map((schedule) => (
          <Line key={schedule.id} schedule={schedule} />
        ))}
      </ul>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add} data-autofocus>
        {t('Send this report by e-mail')}
      </Button>
    </div>
  )
}

function Line({ schedule }: { schedule: Schedule }) {
  const { id, report, rhythm, weekday, hour, is_paused, next_at, people, owner, is_held } = schedule
  const { time_zone, id: self } = useSession()
  const name = t(REPORTS.find(({ page }) => page === report)?.label ?? report)
  const day = rhythm === 'weekly' && WEEKDAY_CHOICES.find(({ value }) => value === weekday)
  const turn = is_paused ? t('Resume {{name}}', { name }) : t('Pause {{name}}', { name })
  return (
    <li>
      <div>
        <b>{name}</b>
        <span>
          {t(RHYTHMS.find(({ value }) => value === rhythm)?.label ?? '')}
          {day && ` · ${t(day.label)}`}, {String(hour).padStart(2, '0')}:00
        </span>
        <span>{people.map((one) => one.name).join(', ')}</span>
        {owner.id !== self && <span>{t('Set up by {{name}}', { name: owner.name })}</span>}
        <span data-paused={is_paused || is_held || undefined}>
          {is_held
            ? t('Not sent: {{name}} cannot sign in', { name: owner.name })
            : is_paused
              ? t('Paused')
              : t('Next time: {{time}}', { time: formatMoment(next_at, time_zone) })}
        </span>
      </div>
      <ActionIcon
        aria-label={turn}
        title={turn}
        onClick={() => void act(() => put(`${PATH}/${id}`, { paused: !is_paused }))}
      >
        {is_paused ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        aria-label={t('End {{name}}', { name })}
        title={t('End {{name}}', { name })}
        onClick={() => void act(() => del(`${PATH}/${id}`))}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}

async function act(work: () => Promise<unknown>): Promise<void> {
  await work().catch(sayFailure)
  await again()
}

async function ask(asked: ReportQuery, me: Named): Promise<void> {
  const [, filters = ''] = reportLink(asked.kind.page, { ...asked, frame: OWN_PAGES }).split('?')
  const isSet = await askFields({
    title: `${t('By e-mail')}: ${t(asked.kind.label)}`,
    fields: pick(schedules, 'rhythm', 'weekday', 'hour', 'people'),
    values: { people: [me] },
    submit: t('Save'),
    onSubmit: async (values) => void (await post(PATH, { ...values, report: asked.kind.page, filters })),
  })
  if (!isSet) return
  await again()
  snackbar(t('The report will come by e-mail.'), { variant: 'alert', colour: 'ok' })
}
