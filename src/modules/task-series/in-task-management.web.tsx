import { Button } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get, post } from '../../web/api.ts'
import { changed, keys } from '../../web/query.ts'
import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import { useMay } from '../../web/session.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { tasks } from '../task-management/task-management.ts'
import { askRepetition } from './ask-repetition.web.ts'
import type { DaysLeftOut } from './days-left-out.ts'
import css from './task-series.module.css'

interface Shown {
  rule: string
  left_out: DaysLeftOut
  words: string
  days: string[]
}

/** In a task: how it is repeated, in words, and when it comes next; a press repeats it. */
export default function Repetition({ row }: PartProps) {
  const may = useMay()
  const id = row?.id ?? 0
  const found = useQuery({
    queryKey: keys.part(tasks.wire, id, 'repetition'),
    queryFn: () => get<Shown | null>(`${tasks.wire}/${id}/repetition`, undefined, { quiet: true }),
    enabled: row !== null,
  })
  if (!row || found.data === undefined) return null
  const shown = found.data
  const mayEdit = may(tasks.permission, 'edit') && row.deleted_at === null
  if (!shown && !mayEdit) return null
  const begins = String(row.date_start ?? row.date_end ?? '')
  const set = () => askRepetition(id, begins, shown)
  return (
    <section className={css.card} aria-labelledby="repetition">
      <header className={css.head}>
        <h2 id="repetition">{t('Repetition')}</h2>
        {shown ? <b className={css.words}>{shown.words}</b> : <span className={css.quiet}>{t('Comes once')}</span>}
        {mayEdit && begins ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRepeat size={14} aria-hidden="true" />}
            onClick={() => void set()}
          >
            {shown ? t('Change…') : t('Repeat…')}
          </Button>
        ) : null}
      </header>
      {shown && shown.days.length > 0 ? (
        <p className={css.quiet}>{t('Next: {{days}}', { days: shown.days.map(formatDay).join(' · ') })}</p>
      ) : null}
      {shown && mayEdit ? (
        <div className={css.acts}>
          <Button size="compact-sm" variant="subtle" onClick={() => void applyToLater(id).catch(sayFailure)}>
            {t('Make all later ones like this one')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => void end(id).catch(sayFailure)}>
            {t('Repeat no more')}
          </Button>
        </div>
      ) : null}
      {begins ? null : <p className={css.quiet}>{t('A task is repeated once it is said by when it is due.')}</p>}
    </section>
  )
}

async function applyToLater(id: number): Promise<void> {
  const { status } = await confirm({
    title: t('Make all later ones like this one?'),
    description: t(
      'What this task is now, those to come are too: title, people, checklist, times. Those begun already stay as they are.',
    ),
    submit: t('Apply'),
  })
  if (status !== 1) return
  await post(`${tasks.wire}/${id}/repetition/later`)
  changed(tasks.name, id)
  snackbar(t('All later ones are like this one now.'))
}

async function end(id: number): Promise<void> {
  const { status } = await confirm({
    title: t('Repeat this task no more?'),
    description: t('This one stays and is the last. Later ones made already go, but for those begun.'),
    submit: t('Repeat no more'),
    danger: true,
  })
  if (status !== 1) return
  await post(`${tasks.wire}/${id}/repetition/end`, {})
  changed(tasks.name, id)
}
