import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../../shared/language.ts'
import { ApiRefusal, post } from '../../../web/api.ts'
import { go } from '../../../web/app/location.ts'
import { CommentBox } from '../../../web/discussion/comment-box.tsx'
import { StoryList } from '../../../web/discussion/story.tsx'
import { storyOf } from '../../../web/discussion/story-entries.ts'
import { ChoiceMark, Mark } from '../../../web/fields/cell.tsx'
import { Gallery } from '../../../web/fields/files/gallery.tsx'
import { RichText } from '../../../web/fields/show.tsx'
import { usePageKeys } from '../../../web/screens/list/page-keys.ts'
import type { PageParams } from '../../../web/screens/module.ts'
import { FlowButtons } from '../../../web/screens/view/flow-buttons.tsx'
import { mayEdit } from '../../../web/screens/view/may-edit.ts'
import { Neighbours } from '../../../web/screens/view/neighbours.tsx'
import { NextMoves, useIsPhone } from '../../../web/screens/view/next-moves.tsx'
import { PartsIn } from '../../../web/screens/view/parts-in.tsx'
import { Presence } from '../../../web/screens/view/presence.tsx'
import { PrintLink } from '../../../web/screens/view/print-link.tsx'
import { useRecord } from '../../../web/screens/view/use-record.ts'
import { useSession } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { LinkButton } from '../../../web/ui/link-button.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../../../web/ui/states.tsx'
import { Checklist } from '../checklist/checklist.web.tsx'
import { checklistOf } from '../checklist/use-checklist.web.ts'
import { TaskDue } from '../due.web.tsx'
import { HandIn } from '../progress/hand-in.web.tsx'
import { Progress } from '../progress/progress.web.tsx'
import { anyRow, type Task, taskWays, useTaskRights } from '../task.web.ts'
import { tasks } from '../task-management.ts'
import { TaskFacts } from './facts.web.tsx'
import { Notices } from './notices.web.tsx'
import css from './view.module.css'
import { taskWords } from './words.web.tsx'

// Fetched along with the page, so that the texts stand there with it.
void import('../../../web/fields/rich-text/safe-html.tsx')

/** One task: what is to do and what was said in the middle, its facts at the side, the next moves on top. */
export default function TaskView({ params }: PageParams) {
  const id = Number(params.id)
  const { row, error, retry } = useRecord<Task>(tasks, id)
  const { isPending: isListPending } = useQuery(checklistOf(id))
  const { isPending: isStoryPending } = useQuery(storyOf(tasks, id))
  const crumbs = [{ label: t(tasks.label), to: `/${tasks.name}` }]
  if (error)
    return (
      <Page title={t(tasks.one)} crumbs={crumbs}>
        {error instanceof ApiRefusal && error.status === 404 ? <Unknown /> : <Failed error={error} retry={retry} />}
      </Page>
    )
  // All are asked for at once; drawn one after the other they would push each other down the page.
  if (!row || isListPending || isStoryPending)
    return (
      <Page title={t(tasks.one)} crumbs={crumbs}>
        <div className={css.sheet}>
          <SkeletonLines lines={10} />
        </div>
      </Page>
    )
  return <OneTask key={id} task={row} crumbs={crumbs} />
}

const Unknown = () => (
  <Empty
    title={t('This task does not exist, or is not open to you')}
    action={
      <Button component={Link} to={`/${tasks.name}`} variant="default">
        {t('To the tasks')}
      </Button>
    }
  />
)

function OneTask({ task, crumbs }: { task: Task; crumbs: { label: string; to?: string }[] }) {
  useSeen(task)
  useKeys(task)
  const story = useQuery(storyOf(tasks, task.id))
  const isGone = task.deleted_at !== null
  return (
    <Page
      title={task.title}
      crumbs={crumbs}
      actions={
        <>
          <Neighbours definition={tasks} id={task.id} />
          <Moves task={task} />
        </>
      }
    >
      <div className={css.under}>
        <span className={css.number}>{task.number}</span>
        <ChoiceMark field={tasks.fields.state} value={task.state} />
        {task.priority === 'high' && <Mark tone="bad">{t('High priority')}</Mark>}
        <TaskDue task={task} />
        <Presence module={tasks.name} id={task.id} />
      </div>
      <Notices task={task} />
      <div className={css.view}>
        <div className={css.main}>
          <section className={css.sheet} aria-label={t('What is to do')}>
            <Progress task={task} />
            {task.description && (
              <div className={css.description}>
                <RichText html={task.description} />
              </div>
            )}
            {task.attachments.length > 0 && <Gallery files={task.attachments} size={112} />}
          </section>
          <Checklist task={task} />
          <PartsIn of={tasks.name} row={anyRow(task)} />
          <div className={css.sheet}>
            <StoryList definition={tasks} id={task.id} words={taskWords} found={story} />
            {!isGone && <CommentBox definition={tasks} id={task.id} />}
          </div>
        </div>
        <aside className={css.aside} aria-label={t('Facts')}>
          <TaskFacts task={task} />
        </aside>
      </div>
    </Page>
  )
}

function Moves({ task }: { task: Task }) {
  const user = useSession()
  const isPhone = useIsPhone()
  const canEdit = mayEdit(tasks, anyRow(task), user)
  return (
    <NextMoves state={task.state}>
      <HandIn task={task} />
      <FlowButtons definition={tasks} row={anyRow(task)} ways={taskWays.steps} />
      {canEdit && (
        <LinkButton to={`/${tasks.name}/update/${task.id}`} Sign={IconPencil}>
          {t('Edit')}
        </LinkButton>
      )}
      {isPhone ? null : <PrintLink definition={tasks} row={anyRow(task)} />}
    </NextMoves>
  )
}

/** Whoever gave it learns that it was looked at. */
function useSeen({ id, seen_at, processors }: Task): void {
  const me = useSession().id
  const isUnseen = seen_at === null && processors.some((one) => one.id === me)
  useEffect(() => {
    if (isUnseen) void post(`${tasks.wire}/${id}/seen`, {}, { quiet: true }).catch(() => undefined)
  }, [id, isUnseen])
}

/** e edits, c comments, n adds to the checklist. */
function useKeys(task: Task): void {
  const user = useSession()
  const rights = useTaskRights()(task)
  usePageKeys({
    e: mayEdit(tasks, anyRow(task), user) ? () => go(`/${tasks.name}/update/${task.id}`) : undefined,
    c: () => document.querySelector<HTMLElement>(`[aria-label="${t('Comment')}"]`)?.focus(),
    n:
      rights.shapes || rights.isMine
        ? () => document.querySelector<HTMLElement>('[data-add-item]')?.focus()
        : undefined,
  })
}
