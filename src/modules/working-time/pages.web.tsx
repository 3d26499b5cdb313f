import { Button, Switch, TextInput } from '@mantine/core'
import { HOUR_MS } from '../../shared/time/units.ts'
import '@mantine/core/styles/InlineInput.css'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import {
  chainCalendar,
  type HolidayKind,
  lawCalendar,
  lawDeadline,
  type WorkingHours,
  workOn,
} from '../../shared/time/working-time.ts'
import { get, put } from '../../web/api.ts'
import { useLeaveGuard } from '../../web/app/location.ts'
import { client, keys } from '../../web/query.ts'
import { ChangedNotice } from '../../web/screens/form/conflict-notice.tsx'
import { staleOf } from '../../web/screens/form/stale-version.ts'
import { useDraft } from '../../web/screens/form/use-draft.ts'
import type { ModuleWeb, Versioned } from '../../web/screens/module.ts'
import { Recounting, recountingChanged } from '../../web/screens/view/recounting.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonRows } from '../../web/ui/states.tsx'
import css from './working-time.module.css'
import { wrongDays } from './working-time.ts'

const KEY = keys.settings('working-time')
const EXTRA = ['week']

interface KeptWeek extends Versioned {
  week: WorkingHours[]
}

/** When the chain works: what every deadline is counted in. */
function WorkingTime() {
  const found = useQuery({ queryKey: KEY, queryFn: () => get<KeptWeek>('working-time'), staleTime: 0 })
  return (
    <Page
      title={t('Working time')}
      actions={
        <Button component={Link} to="/holidays" variant="default" leftSection={<IconCalendarEvent size={18} />}>
          {t('Go to the holidays')}
        </Button>
      }
    >
      <p className={css.intro}>
        {t('Deadlines count only the working hours of the chain. Days off and make-up days are in the holiday list.')}
      </p>
      <Recounting />
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <SkeletonRows rows={7} height={52} />}
      {found.data && <Week kept={found.data} />}
    </Page>
  )
}

function Week({ kept }: { kept: KeptWeek }) {
  const canEdit = useMay()('system', 'edit')
  const draft = useDraft({ key: 'working-time', fields: {}, extra: EXTRA, row: kept, initial: undefined })
  const { row = kept, rebase } = draft
  const week = draft.values.week as WorkingHours[] // as the server gave it, or as it is changed here
  const [isSaving, setSaving] = useState(false)
  const wrong = wrongDays(week)
  const isChanged = draft.changes.length > 0
  const isNewer = kept.version > row.version && !isSaving
  useLeaveGuard(isChanged, draft.mayLeave, true)
  useEffect(() => {
    if (isNewer && !isChanged) rebase(kept, {})
  })
  const setWeek = (next: WorkingHours[]) => draft.set('week', isSame(next, row.week) ? row.week : next)
  const change = (at: number, part: Partial<WorkingHours>) =>
    setWeek(week.map((day, index) => (index === at ? { ...day, ...part } : day)))
  /** Days that only they changed are theirs. */
  const keepMine = () =>
    rebase(kept, { week: week.map((day, at) => (isSame(day, row.week[at]) ? (kept.week[at] ?? day) : day)) })
  const save = async () => {
    setSaving(true)
    try {
      const saved = await put<KeptWeek>('working-time', { week, version: row.version })
      client.setQueryData(KEY, saved)
      rebase(saved, {})
      recountingChanged()
      snackbar(t('Saved. Open deadlines are being recalculated.'), { variant: 'alert', colour: 'ok' })
    } catch (error) {
      const stale = staleOf<KeptWeek>(error)
      if (stale) client.setQueryData(KEY, stale.record)
      else sayFailure(error)
    }
    setSaving(false)
  }
  return (
    <form
      className={css.sheet}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={css.card}>
        {week.map((day, at) => (
          <Day
            key={WEEKDAYS[at]}
            at={at}
            day={day}
            wrong={wrong.get(at)}
            isLocked={!canEdit || isSaving}
            change={change}
          />
        ))}
        {wrong.has(7) && (
          <p className={css.wrong} role="alert">
            {t(wrong.get(7) ?? '')}
          </p>
        )}
      </div>
      {isNewer && isChanged ? (
        <ChangedNotice who={kept.updated_by?.name ?? t('Someone')}>
          <Button size="xs" variant="default" onClick={() => rebase(kept, {})}>
            {t('Reload and drop my changes')}
          </Button>
          <Button size="xs" onClick={keepMine}>
            {t('Keep mine')}
          </Button>
        </ChangedNotice>
      ) : null}
      {canEdit && (
        <div className={css.actions}>
          <Button type="submit" loading={isSaving} disabled={!isChanged || isNewer || wrong.size > 0}>
            {t('Save')}
          </Button>
          <Button variant="default" disabled={!isChanged || isSaving} onClick={() => setWeek(row.week)}>
            {t('Undo changes')}
          </Button>
        </div>
      )}
      {wrong.size === 0 && <Preview week={week} />}
    </form>
  )
}

interface DayProps {
  at: number
  day: WorkingHours
  wrong: string | undefined
  isLocked: boolean
  change: (at: number, part: Partial<WorkingHours>) => void
}

function Day({ at, day, wrong, isLocked, change }: DayProps) {
  const name = t(WEEKDAYS[at] ?? '')
  const isOpen = day.opens !== null
  return (
    <fieldset className={css.day} disabled={isLocked}>
      <legend className="visually-hidden">{name}</legend>
      <Switch
        label={name}
        checked={isOpen}
        onChange={(event) =>
          change(at, event.currentTarget.checked ? { opens: '08:00', closes: '22:00' } : { opens: null, closes: null })
        }
      />
      {isOpen ? (
        <span className={css.hours}>
          <Time
            label={t('Opens')}
            value={day.opens}
            change={(opens) => change(at, { opens })}
            isWrong={wrong !== undefined}
          />
          <span aria-hidden>–</span>
          <Time
            label={t('Closes')}
            value={day.closes}
            change={(closes) => change(at, { closes })}
            isWrong={wrong !== undefined}
          />
        </span>
      ) : (
        <span className={css.closed}>{t('Day of rest')}</span>
      )}
      <Switch
        className={css.law}
        label={t('Working day by law')}
        checked={day.is_law_day}
        onChange={(event) => change(at, { is_law_day: event.currentTarget.checked })}
      />
      {wrong && (
        <p className={css.wrong} role="alert">
          {t(wrong)}
        </p>
      )}
    </fieldset>
  )
}

interface TimeProps {
  label: string
  value: string | null
  change: (value: string) => void
  isWrong: boolean
}

const Time = ({ label, value, change, isWrong }: TimeProps) => (
  <TextInput
    aria-label={label}
    className={css.time}
    value={value ?? ''}
    inputMode="numeric"
    maxLength={5}
    placeholder="08:00"
    error={isWrong}
    onChange={(event) => change(event.currentTarget.value)}
    onBlur={(event) => change(tidied(event.currentTarget.value))}
  />
)

/** '8', '830' and '8:30' are meant as times. */
function tidied(text: string): string {
  const [, hours = '', minutes = '00'] = /^(\d{1,2}):?(\d\d)?$/.exec(text.trim()) ?? []
  return hours ? `${hours.padStart(2, '0')}:${minutes}` : text
}

const EXAMPLES = [4, 8, 24, 72]

/** What that means for a complaint that comes in now. */
function Preview({ week }: { week: WorkingHours[] }) {
  const { time_zone } = useSession()
  const { data } = useQuery({
    queryKey: ['holiday', 'all'],
    queryFn: () => get<{ data: { day: string; kind: HolidayKind }[] }>('holiday', { perpage: 1000 }),
  })
  const [now] = useState(Date.now)
  if (!data) return null
  const holidays = new Map(data.data.map(({ day, kind }) => [day, kind]))
  const chain = chainCalendar(week, holidays, time_zone)
  const law = lawDeadline(lawCalendar(week, holidays, time_zone), now)
  return (
    <section className={css.card} aria-labelledby="preview">
      <h2 id="preview" className={css.title}>
        {t('A complaint that comes in now')}
      </h2>
      <dl className={css.preview}>
        {EXAMPLES.map((hours) => (
          <div key={hours}>
            <dt>{t('{{n}} working hours', { n: hours })}</dt>
            <dd>{formatMoment(new Date(workOn(chain, now, hours * HOUR_MS)), time_zone)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('Seven working days by law')}</dt>
          <dd>{formatMoment(new Date(law), time_zone)}</dd>
        </div>
      </dl>
    </section>
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export default { pages: { '': WorkingTime } } satisfies ModuleWeb
