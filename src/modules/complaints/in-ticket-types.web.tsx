import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoment, formatNumber, formatPercent } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { get, post } from '../../web/api.ts'
import { client } from '../../web/query.ts'
import { SerialQueue } from '../../web/serial-queue.ts'
import { useMay, useSession } from '../../web/session.ts'
import { sayFailure } from '../../web/ui/snackbar.tsx'
import { WIRE } from './complaint.web.tsx'
import { complaints } from './complaints.ts'
import css from './proposer/proposer.module.css'
import { isGoodEnough, type ProposedField, type ProposerView } from './proposer/proposer.ts'

const KEY = [WIRE, 'proposers']
const changes = new SerialQueue()

interface Views {
  data: ProposerView[]
}

/** Whether type and department are proposed while a complaint is typed, and how good the proposals are. */
export default function ProposerSetting() {
  const may = useMay()
  const { data } = useQuery({
    queryKey: KEY,
    // Asked between two changes, it would show the first of them.
    queryFn: () => changes.run(() => get<Views>(`${WIRE}/proposers`, undefined, { quiet: true })),
  })
  if (!data) return null
  return (
    <section className={css.setting} aria-label={t('Proposed while a complaint is typed')}>
      <h2>{t('Proposed while a complaint is typed')}</h2>
      {data.data.map((one) => (
        <Switch
          key={one.field}
          checked={one.is_on}
          disabled={!may('system', 'edit')}
          label={t(complaints.fields[one.field].label)}
          description={<Goodness view={one} />}
          onChange={() => void turn(one.field)}
        />
      ))}
    </section>
  )
}

/**
 * Shown at once; back as it was when the server says no. Turned from what is known now: a press that comes before the former one is
 * drawn would start from what stood before both.
 */
async function turn(field: ProposedField): Promise<void> {
  const before = client.getQueryData<Views>(KEY)?.data.find((one) => one.field === field)
  if (!before) return
  const is_on = !before.is_on
  show(field, is_on)
  try {
    await changes.run(() => post(`${WIRE}/proposers`, { field, is_on }))
  } catch (error) {
    show(field, !is_on)
    sayFailure(error)
    // Of several presses only some may have been taken.
    await client.invalidateQueries({ queryKey: KEY })
  }
}

const show = (field: ProposedField, is_on: boolean) =>
  client.setQueryData<Views>(
    KEY,
    (now) => now && { data: now.data.map((one) => (one.field === field ? { ...one, is_on } : one)) },
  )

function Goodness({ view }: { view: ProposerView }) {
  const { time_zone } = useSession()
  const { right_share, proposed_share, tried, learnt_at } = view
  if (right_share === null || proposed_share === null || learnt_at === null)
    return t('Learns at night, once 200 complaints are completed')
  const percent = (share: number) => formatPercent(share * 100, currentLanguage(), 1)
  const said = t(
    'Right in {{right}} of its proposals on {{tried}} complaints it had not seen; proposes for {{part}}.',
    {
      right: percent(right_share),
      tried: formatNumber(tried, currentLanguage()),
      part: percent(proposed_share),
    },
  )
  const why = isGoodEnough(view) ? '' : ` ${t('Not shown, as that is too seldom right: 80% is the least.')}`
  return `${said}${why} ${t('Learnt {{when}}', { when: formatMoment(learnt_at, time_zone) })}`
}
