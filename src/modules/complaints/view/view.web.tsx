import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core'
import {
  IconArrowMerge,
  IconDotsVertical,
  IconEdit,
  IconLink,
  IconMessageReply,
  IconPhone,
  IconPrinter,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { ApiRefusal } from '../../../web/api.ts'
import { go } from '../../../web/app/location.ts'
import { Gallery } from '../../../web/fields/files/gallery.tsx'
import { RichText } from '../../../web/fields/show.tsx'
import { writeClipboard } from '../../../web/public/ui/write-clipboard.ts'
import type { AnyRow, PageParams } from '../../../web/screens/module.ts'
import { DangerItems } from '../../../web/screens/view/danger-items.tsx'
import { FlowButtons } from '../../../web/screens/view/flow-buttons.tsx'
import { Neighbours, Onward } from '../../../web/screens/view/neighbours.tsx'
import { NextMoves, useIsPhone } from '../../../web/screens/view/next-moves.tsx'
import { PartsIn } from '../../../web/screens/view/parts-in.tsx'
import { Presence } from '../../../web/screens/view/presence.tsx'
import { useRecord } from '../../../web/screens/view/use-record.ts'
import { useMay, useSession } from '../../../web/session.ts'
import { Beside } from '../../../web/ui/beside.ts'
import { Link } from '../../../web/ui/link.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { Empty, Failed, SkeletonLines } from '../../../web/ui/states.tsx'
import { CaseSummary, Translated } from '../assist/assist.web.tsx'
import { CaseFileItems } from '../case-file/case-file.web.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints, SOURCES } from '../complaints.ts'
import { Composer } from '../composer/composer.web.tsx'
import { openComposer } from '../composer/open-composer.web.ts'
import { CustomerStrip } from '../customer/customer-strip.web.tsx'
import { DueWord } from '../deadlines/due.web.tsx'
import { DIRECTS } from '../flow.ts'
import { waysOn } from '../handling/case-acts.web.ts'
import { isOpen } from '../handling/is-open.web.ts'
import { StatusPill } from '../list/status.web.tsx'
import { MergedInto } from '../related/merge.web.tsx'
import { askMerge } from '../related/pick-complaint.web.tsx'
import { RelatedComplaints } from '../related/related.web.tsx'
import { timelineOf } from '../timeline/moments.web.ts'
import { TimelineList } from '../timeline/timeline.web.tsx'
import { ComplaintFacts } from './facts.web.tsx'
import { useCaseKeys } from './use-case-keys.web.ts'
import css from './view.module.css'

// Fetched along with the page, so that the texts stand there with it.
void import('../../../web/fields/rich-text/safe-html.tsx')

const CRUMBS = [{ label: 'Complaints', to: '/complaints' }]

/** One complaint: its story in the middle, its facts at the side, the next moves on top. */
export default function ComplaintView({ params }: PageParams) {
  const id = Number(params.id)
  const { row, error, retry } = useRecord<Complaint>(complaints, id)
  const { isPending: isStoryPending } = useQuery(timelineOf(id))
  const crumbs = CRUMBS.map((one) => ({ ...one, label: t(one.label) }))
  if (error)
    return (
      <Page title={t('Complaint')} crumbs={crumbs}>
        {isUnknown(error) ? <Unknown /> : <Failed error={error} retry={retry} />}
      </Page>
    )
  // Both are asked for at once; drawn one after the other they would push each other down the page.
  if (!row || isStoryPending)
    return (
      <Page title={t('Complaint')} crumbs={crumbs}>
        <ViewSkeleton />
      </Page>
    )
  return <Story key={id} row={row} crumbs={crumbs} />
}

const isUnknown = (error: unknown) => error instanceof ApiRefusal && error.status === 404

const Unknown = () => (
  <Empty
    title={t('This complaint does not exist, or is not open to you')}
    action={
      <Button component={Link} to="/complaints" variant="default">
        {t('To the complaints')}
      </Button>
    }
  />
)

function Story({ row, crumbs }: { row: Complaint; crumbs: { label: string; to?: string }[] }) {
  const { time_zone } = useSession()
  useCaseKeys(row)
  const isBeside = use(Beside) !== null
  const { data: story } = useQuery(timelineOf(row.id))
  const source = SOURCES.find((one) => one.value === row.source)
  return (
    <Page
      title={row.title}
      crumbs={crumbs}
      actions={
        <>
          <Neighbours definition={complaints} id={row.id} />
          <Moves row={row} />
        </>
      }
    >
      <div className={css.under}>
        <span className={css.number}>{row.issue_number}</span>
        <StatusPill status={row.status} />
        {row.status === 'overdue' && row.state !== 'new' && <StatusPill status={row.state} />}
        <DueWord row={row} />
        {isBeside && <span>{row.assignee?.name ?? row.department?.name ?? t('Not assigned')}</span>}
        <span>
          {formatMoment(row.created_at, time_zone)}
          {source && ` · ${t(source.label)}`}
          {row.created_by && ` · ${row.created_by.name}`}
        </span>
        <Presence module={complaints.name} id={row.id} />
      </div>
      <CustomerStrip row={row} />
      {row.merged_into && <MergedInto row={row} number={row.merged_into} />}
      <div className={css.grid}>
        <div className={css.main}>
          <section className={css.card} aria-labelledby="content">
            <h2 id="content" className={css.cardTitle}>
              {t('What the customer says')}
            </h2>
            <div className={css.content}>
              <RichText html={row.content} />
            </div>
            <Translated row={row} />
            {row.attachments.length > 0 && <Gallery files={row.attachments} size={120} />}
          </section>
          <div className={css.card}>
            <CaseSummary row={row} entries={story?.data.length ?? 0} />
            <TimelineList id={row.id} />
            {row.state !== 'deleted' && !row.merged_into && <Composer row={row} />}
          </div>
          {/* They come when they come: below the story they push nothing that is read. */}
          <PartsIn of={complaints.name} row={row as unknown as AnyRow} />
        </div>
        <aside className={css.side} aria-label={t('Facts')}>
          <ComplaintFacts row={row} />
          <RelatedComplaints row={row} />
        </aside>
      </div>
    </Page>
  )
}

/** The next allowed moves: the one that leads on stands out, the rest is quiet. */
function Moves({ row }: { row: Complaint }) {
  const may = useMay()
  const canEdit = may('complaints', 'edit') && row.state !== 'deleted' && !row.merged_into
  const isPhone = useIsPhone()
  const flow = useFlowOf(row)
  return (
    <NextMoves state={row.state}>
      {isOpen(row) ? null : <Onward definition={complaints} id={row.id} label={t('Next complaint')} />}
      {isPhone && isOpen(row) && canEdit ? <ThumbActs row={row} /> : null}
      <FlowButtons {...flow} isDangerApart omits={isPhone && isOpen(row) ? ['start'] : undefined} />
      {canEdit && !isPhone && (
        <Button
          component={Link}
          to={`/complaints/update/${row.id}`}
          variant="default"
          leftSection={<IconEdit size={16} />}
        >
          {t('Edit')}
        </Button>
      )}
      <MoreMenu row={row} canEdit={canEdit} />
    </NextMoves>
  )
}

/** Under the thumb: calling and answering are what most cases need. */
const ThumbActs = ({ row }: { row: Complaint }) => (
  <>
    {row.phone ? (
      <ActionIcon component="a" href={`tel:${row.phone}`} size={36} variant="default" aria-label={t('Call')}>
        <IconPhone size={18} />
      </ActionIcon>
    ) : null}
    <Button
      variant="default"
      leftSection={<IconMessageReply size={16} />}
      onClick={() => openComposer(row.id, 'answer')}
    >
      {t('Reply')}
    </Button>
  </>
)

/** A complaint as the parts of every flow take it; beside its list what ends it goes on to the next. */
function useFlowOf(row: Complaint) {
  const beside = use(Beside)
  return { definition: complaints, row: row as unknown as AnyRow, ways: waysOn(beside?.onward) }
}

interface MoreProps {
  row: Complaint
  canEdit: boolean
}

function MoreMenu({ row, canEdit }: MoreProps) {
  const may = useMay()
  const isPhone = useIsPhone()
  const flow = useFlowOf(row)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('More')}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canEdit && isPhone && (
          <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => go(`/complaints/update/${row.id}`)}>
            {t('Edit')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink(row)}>
          {t('Copy link')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => go(`/complaints/print/${row.id}`)}>
          {t('Print')}
        </Menu.Item>
        {may('complaints', 'report') && <CaseFileItems row={row} />}
        {may('complaints', DIRECTS) && row.state !== 'deleted' && !row.merged_into && (
          <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => void askMerge(row)}>
            {t('Merge into another complaint…')}
          </Menu.Item>
        )}
        <DangerItems {...flow} />
      </Menu.Dropdown>
    </Menu>
  )
}

async function copyLink(row: Complaint) {
  await writeClipboard(`${location.origin}/complaints/view/${row.id}`)
  snackbar(t('Link copied'), { variant: 'alert', colour: 'ok' })
}

const ViewSkeleton = () => (
  <div className={css.grid} role="status" aria-label={t('Loading')}>
    <div className={css.main}>
      <div className={css.card}>
        <SkeletonLines lines={5} />
      </div>
      <div className={css.card}>
        <SkeletonLines lines={8} />
      </div>
    </div>
    <div className={css.side}>
      <div className={css.card}>
        <Skeleton height={120} />
      </div>
      <div className={css.card}>
        <Skeleton height={80} />
      </div>
    </div>
  </div>
)
