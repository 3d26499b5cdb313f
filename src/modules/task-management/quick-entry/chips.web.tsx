import { IconCalendar, IconFlag, IconUser, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { moment, ref } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { PRIORITIES } from '../../../shared/priorities.ts'
import { get } from '../../../web/api.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { useSession } from '../../../web/session.ts'
import type { QuickPriority } from './quick-entry.ts'
import css from './quick-line.module.css'
import type { QuickTask, Who } from './use-quick-task.web.ts'

const ICON = { size: 14, 'aria-hidden': true } as const
const NEXT: Readonly<Record<QuickPriority, QuickPriority>> = { high: 'normal', normal: 'low', low: 'high' }

/** What was understood: each chip says it in full, is set right by a press, and put back into the title by its cross. */
export function Chips({ task }: { task: QuickTask }) {
  const { user_name, time_zone } = useSession()
  const { reading, people, start, end, priority } = task
  const pieceOf = (kind: 'when' | 'priority') => reading.pieces.filter((piece) => piece.kind === kind)
  const when = [start, end].filter((one) => one !== null).map((one) => formatMoment(one, time_zone))
  const isOver = end !== null && Date.parse(end) < Date.now()
  const label = PRIORITIES.find(({ value }) => value === priority)?.label ?? ''
  return (
    <div className={css.understood}>
      <p className={css.title} role="status">
        <span className={css.quiet}>{t('Title')}</span> {task.title || '–'}
      </p>
      <ul className={css.chips} aria-label={t('Understood')}>
        {people.length === 0 ? (
          <Chip icon={<IconUser {...ICON} />} text={t('{{name}} (me)', { name: user_name })} />
        ) : null}
        {people.map((who) => (
          <Person key={who.typed} who={who} task={task} />
        ))}
        <Chip
          icon={<IconCalendar {...ICON} />}
          text={when.join(' – ') || t('No date')}
          tone={isOver ? 'bad' : undefined}
          onPress={() => void askEnd(task)}
          press={t('Change the date')}
          onRemove={
            pieceOf('when').length > 0 && end !== null
              ? () => task.leave(...pieceOf('when').map(({ text }) => text))
              : undefined
          }
        />
        <Chip
          icon={<IconFlag {...ICON} />}
          text={t(label)}
          tone={priority === 'high' ? 'bad' : undefined}
          onPress={() => task.setPriority(NEXT[priority])}
          press={t('Change the priority')}
          onRemove={
            pieceOf('priority').length > 0
              ? () => task.leave(...pieceOf('priority').map(({ text }) => text))
              : undefined
          }
        />
      </ul>
      {reading.doubts.length > 0 ? (
        <p className={css.doubt} role="status">
          {t('Not understood, stays in the title: {{words}}', { words: reading.doubts.join(', ') })}
        </p>
      ) : null}
    </div>
  )
}

/** Somebody named by '@': who is meant, or the choice among those of that name. */
function Person({ who, task }: { who: Who; task: QuickTask }) {
  const { typed, chosen, people } = who
  const onRemove = () => task.leave(`@${typed}`)
  if (!chosen && people.length > 1)
    return (
      <li className={css.which}>
        <span>{t('Which {{name}}?', { name: typed })}</span>
        {people.map((one) => (
          <button key={one.id} type="button" onClick={() => task.choose(typed, one)}>
            {one.name}
            {'hint' in one && one.hint ? <small> {String(one.hint)}</small> : null}
          </button>
        ))}
        <Cross onPress={onRemove} of={typed} />
      </li>
    )
  return (
    <Chip
      icon={<IconUser {...ICON} />}
      text={chosen?.name ?? t('{{name}}: nobody', { name: typed })}
      tone={chosen ? undefined : 'bad'}
      onPress={() => void askPerson(task, typed)}
      press={t('Change the person')}
      onRemove={onRemove}
    />
  )
}

interface ChipProps {
  icon: ReactNode
  text: string
  tone?: 'bad' | undefined
  onPress?: () => void
  /** What a press does. */
  press?: string
  onRemove?: (() => void) | undefined
}

const Chip = ({ icon, text, tone, onPress, press, onRemove }: ChipProps) => (
  <li className={css.chip} data-tone={tone}>
    {onPress ? (
      <button type="button" onClick={onPress} title={press} aria-label={`${text}. ${press}`}>
        {icon} {text}
      </button>
    ) : (
      <span>
        {icon} {text}
      </span>
    )}
    {onRemove ? <Cross onPress={onRemove} of={text} /> : null}
  </li>
)

const Cross = ({ onPress, of }: { onPress: () => void; of: string }) => (
  <button
    type="button"
    className={css.cross}
    onClick={onPress}
    title={t('These are words of the title')}
    aria-label={t('{{what}}: these are words of the title', { what: of })}
  >
    <IconX size={12} aria-hidden="true" />
  </button>
)

const askEnd = (task: QuickTask) =>
  askFields({
    title: t('When is it due?'),
    fields: { date_end: moment('Due') },
    values: { date_end: task.end },
    submit: t('Apply'),
    onSubmit: ({ date_end }) => {
      task.setEnd(typeof date_end === 'string' ? date_end : null)
      return Promise.resolve()
    },
  })

const askPerson = (task: QuickTask, typed: string) =>
  askFields({
    title: t('Who is {{name}}?', { name: typed }),
    fields: { person: ref('Person', 'users', { required: true }) },
    submit: t('Apply'),
    onSubmit: async ({ person }) => {
      const found = await get<{ data: { id: number; name: string }[] }>('user/get-name', { id: Number(person) })
      const [one] = found.data
      if (one) task.choose(typed, one)
    },
  })
