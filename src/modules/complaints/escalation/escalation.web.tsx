import { IconBell, IconCheck, IconDeviceDesktop, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Named } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import { keys } from '../../../web/query.ts'
import { useSession } from '../../../web/session.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { isOpen } from '../handling/is-open.web.ts'
import view from '../view/view.module.css'
import css from './escalation.module.css'

interface Coming {
  at: string
  rung: string
  clock: string
  is_again: boolean
  people: Named[]
  channels: string[]
}
interface Fired {
  at: string
  rung: string
  clock: string
  person: Named | null
  channels: string[]
  read_at: string | null
}

const useEscalation = ({ id }: Complaint) =>
  useQuery({
    queryKey: keys.part(WIRE, id, 'escalation'),
    queryFn: () => get<{ coming: Coming[]; fired: Fired[] }>(`${WIRE}/${id}/escalation`, undefined, { quiet: true }),
  })

/** Who is told when if nobody acts; of an open complaint its line is kept free until it is known. */
export function Escalation({ row }: { row: Complaint }) {
  const { data, isPending } = useEscalation(row)
  if (isPending && isOpen(row))
    return (
      <section className={view.card} aria-busy>
        <p className={css.next}>
          <b>{t('Escalation')}</b>
          <span>{NOT_YET}</span>
        </p>
      </section>
    )
  return data && data.coming.length > 0 ? <ComingCard coming={data.coming} /> : null
}

/** Everyone who was told so far. */
export function WhoWasTold({ row }: { row: Complaint }) {
  const { data } = useEscalation(row)
  return data && data.fired.length > 0 ? <FiredCard fired={data.fired} /> : null
}

const NOT_YET = '…'

/** One line: who is told next, and when; the whole policy behind it. */
const ComingCard = ({ coming }: { coming: Coming[] }) => (
  <details className={`${view.card} ${css.coming}`}>
    <summary className={css.next}>
      <b>{t('Escalation')}</b>
      {coming[0] ? (
        <span>
          {coming[0].people.length > 0
            ? t('next {{names}}', { names: namesOf(coming[0].people) })
            : t('Nobody to notify')}
          , <Time at={coming[0].at} />
        </span>
      ) : null}
    </summary>
    <ol className={css.rungs}>
      {coming.map((one) => (
        <li key={`${one.at} ${one.rung}`}>
          <p className={css.head}>
            <Time at={one.at} />
            <Channels channels={one.channels} />
          </p>
          <p>
            {one.people.length > 0 ? (
              <b>{namesOf(one.people)}</b>
            ) : (
              <span className={view.quiet}>{t('Nobody to notify')}</span>
            )}
          </p>
          <p className={css.why}>
            {one.rung}
            {one.is_again && ` · ${t('again')}`}
          </p>
        </li>
      ))}
    </ol>
  </details>
)

const FiredCard = ({ fired }: { fired: Fired[] }) => (
  <section className={view.card} aria-labelledby="who-was-told">
    <h2 id="who-was-told" className={view.cardTitle}>
      {t('Who was notified')} <span className={view.n}>{fired.length}</span>
    </h2>
    <ol className={css.rungs}>
      {fired.map((one) => (
        <li key={`${one.at} ${one.rung} ${one.person?.id}`}>
          <p className={css.head}>
            <Time at={one.at} />
            <Channels channels={one.channels} />
          </p>
          <p>{one.person ? <b>{one.person.name}</b> : <span className={view.quiet}>{t('Nobody to notify')}</span>}</p>
          <p className={css.why}>{one.rung}</p>
          {one.person && <Read at={one.read_at} />}
        </li>
      ))}
    </ol>
  </section>
)

function Read({ at }: { at: string | null }) {
  const { time_zone } = useSession()
  if (!at) return <p className={css.unread}>{t('Not read yet')}</p>
  return (
    <p className={css.read}>
      <IconCheck size={14} aria-hidden /> {t('Read {{at}}', { at: formatMoment(at, time_zone) })}
    </p>
  )
}

function Time({ at }: { at: string }) {
  const { time_zone } = useSession()
  return <time dateTime={at}>{formatMoment(at, time_zone)}</time>
}

const CHANNELS = [
  { value: 'app', label: 'In the app', Icon: IconBell },
  { value: 'browser', label: 'In the browser', Icon: IconDeviceDesktop },
  { value: 'mail', label: 'By e-mail', Icon: IconMail },
]

const Channels = ({ channels }: { channels: string[] }) => (
  <span className={css.channels}>
    {CHANNELS.filter(({ value }) => channels.includes(value)).map(({ value, label, Icon }) => (
      <Icon key={value} size={14} role="img" aria-label={t(label)}>
        <title>{t(label)}</title>
      </Icon>
    ))}
  </span>
)

const FEW = 3

const namesOf = (people: Named[]): string => {
  const few = people
    .slice(0, FEW)
    .map(({ name }) => name)
    .join(', ')
  return people.length > FEW ? t('{{names}} and {{n}} more', { names: few, n: people.length - FEW }) : few
}
