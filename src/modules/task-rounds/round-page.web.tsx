import { Button } from '@mantine/core'
import { IconBell, IconTableExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get, post } from '../../web/api.ts'
import { download } from '../../web/download.ts'
import { client, keys, onChanged } from '../../web/query.ts'
import type { AnyRow, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { tasks } from '../task-management/task-management.ts'
import type { Line } from './lines.web.ts'
import { RoundBody } from './round-body.web.tsx'
import css from './task-rounds.module.css'
import { taskRounds } from './task-rounds.ts'

/** A round as it comes in: which store has seen it, works on it, is done or late, and what they photographed. */
const RoundPage = ({ params }: PageParams) => (
  <ViewScreen
    definition={taskRounds}
    id={params.id ?? ''}
    beside={(row) => <DoneOf row={row} />}
    actions={(row) => <Actions row={row} />}
    main={(row) => <Progress row={row} />}
  />
)
export default RoundPage

const DoneOf = ({ row }: { row: AnyRow }) => (
  <span className={css.doneOf}>{t('{{done}} of {{n}} done', { done: Number(row.done), n: Number(row.sent) })}</span>
)

function Actions({ row }: { row: AnyRow }) {
  const may = useMay()
  const late = Number(row.late)
  return (
    <>
      {late > 0 && may(taskRounds.permission, 'edit') ? (
        <Button
          leftSection={<IconBell size={16} aria-hidden="true" />}
          onClick={() => void remind(row.id).catch(sayFailure)}
        >
          {t('Remind the late ones ({{n}})', { n: late })}
        </Button>
      ) : null}
      {may(taskRounds.permission, 'report') ? (
        <Button
          variant="default"
          leftSection={<IconTableExport size={16} aria-hidden="true" />}
          onClick={() => void exported(row).catch(sayFailure)}
        >
          {t('Export')}
        </Button>
      ) : null}
    </>
  )
}

async function remind(id: number): Promise<void> {
  const { reminded, already } = await post<{ reminded: string[]; already: string[] }>(`${taskRounds.wire}/${id}/remind`)
  refresh(id)
  if (reminded.length > 0) snackbar(t('Reminded: {{names}}', { names: reminded.join(', ') }))
  else if (already.length > 0) snackbar(t('Reminded today already: {{names}}', { names: already.join(', ') }))
  else snackbar(t('Nobody is late.'))
}

const exported = (row: AnyRow) => download(`${taskRounds.wire}/${row.id}/export`, `${String(row.title)}.xlsx`)

const refresh = (id: number): void => void client.invalidateQueries({ queryKey: keys.record(taskRounds.wire, id) })

function Progress({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  const found = useQuery({
    queryKey: keys.part(taskRounds.wire, row.id, 'progress'),
    queryFn: () => get<{ lines: Line[] }>(`${taskRounds.wire}/${row.id}/progress`, undefined, { quiet: true }),
  })
  // Its tasks move on while the page is open.
  useEffect(() => onChanged(tasks.wire, () => refresh(row.id)), [row.id])
  return (
    <>
      <p className={css.facts}>
        {t('Due {{when}}', { when: formatMoment(String(row.due_at), time_zone) })}
        {typeof row.template === 'object' && row.template && 'name' in row.template
          ? ` · ${String(row.template.name)}`
          : ''}
      </p>
      {found.error ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.data ? <RoundBody round={row.id} lines={found.data.lines} onChange={() => refresh(row.id)} /> : null}
      {found.isPending ? <SkeletonLines lines={8} /> : null}
    </>
  )
}
