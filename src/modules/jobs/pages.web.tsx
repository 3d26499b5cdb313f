import { Button } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Page as ListPage } from '../../shared/api.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { del, get, post } from '../../web/api.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { useMay, useSession } from '../../web/session.ts'
import { attempt } from '../../web/ui/attempt.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { Page } from '../../web/ui/page.tsx'
import { ScrolledText } from '../../web/ui/scrolled-text.tsx'
import { Empty, Failed, SkeletonRows } from '../../web/ui/states.tsx'
import css from './jobs.module.css'

interface Job {
  id: number
  task: string
  payload: unknown
  attempts: number
  last_error: string | null
  created_at: string
}

const JOBS = ['job']

/** More than this at once is a fault to repair, not a list to page through. */
const SHOWN = 100

/** Background work that failed on every try: why, once more, or away with it. */
function Jobs() {
  const found = useQuery({
    queryKey: ['job', 'list'],
    queryFn: () => get<ListPage<Job>>('job', { perpage: SHOWN }),
    staleTime: 0,
  })
  return (
    <Page
      title={t('Failed jobs')}
      actions={
        <Button
          variant="default"
          loading={found.isFetching}
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void found.refetch()}
        >
          {t('Refresh')}
        </Button>
      }
    >
      <p className={css.intro}>
        {t('Background work that failed on every try. Read why, then run it again or delete it.')}
      </p>
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <SkeletonRows rows={4} height={72} />}
      {found.data?.total === 0 && (
        <Empty title={t('All work is done')}>{t('No job has failed. There is nothing to do here.')}</Empty>
      )}
      {found.data && found.data.total > 0 && (
        <ul className={css.jobs}>
          {found.data.data.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function JobItem({ job }: { job: Job }) {
  const may = useMay()
  const { time_zone } = useSession()
  const reason = job.last_error ?? t('No reason was recorded')
  return (
    <li className={css.job}>
      <div className={css.head}>
        <strong>{job.task}</strong>
        <span className={css.meta}>
          {t('since {{at}}', { at: formatMoment(job.created_at, time_zone) })} · {t('{{n}} tries', { n: job.attempts })}
        </span>
        <span className={css.grow} />
        {may('system', 'edit') && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            aria-label={t('Run {{job}} again', { job: job.task })}
            onClick={() => void runAgain(job)}
          >
            {t('Run again')}
          </Button>
        )}
        {may('system', 'delete') && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            aria-label={t('Delete {{job}}', { job: job.task })}
            onClick={() => void remove(job)}
          >
            {t('Delete')}
          </Button>
        )}
      </div>
      <p className={css.reason}>{reason.split('\n')[0]}</p>
      <details className={css.details}>
        <summary>{t('Details')}</summary>
        <ScrolledText text={reason} />
        <ScrolledText text={JSON.stringify(job.payload, null, 2)} />
      </details>
    </li>
  )
}

const runAgain = (job: Job) => attempt(() => post(`job/${job.id}/run`), t('The job runs again'), JOBS)

async function remove(job: Job): Promise<void> {
  const asked = await confirm({
    title: t('Delete this job?'),
    description: t('What it should have done will not happen.'),
    submit: t('Delete'),
    danger: true,
  })
  if (asked.status === 1) await attempt(() => del(`job/${job.id}`), t('The job was deleted'), JOBS)
}

export default { pages: { '': Jobs } } satisfies ModuleWeb
