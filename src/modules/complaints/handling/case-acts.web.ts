import type { Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { may as mayOf, type Right } from '../../../shared/users/permissions.ts'
import { go } from '../../../web/app/location.ts'
import { writeClipboard } from '../../../web/public/ui/write-clipboard.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { placeOf } from '../../../web/screens/list/shown-list.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import type { PageAct } from '../../../web/screens/page-acts.ts'
import type { StepWays } from '../../../web/screens/view/move.ts'
import { goToNeighbour } from '../../../web/screens/view/neighbours.tsx'
import { stepActs } from '../../../web/screens/view/step-acts.ts'
import { readSession } from '../../../web/session.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { type ComposerTab, openComposer } from '../composer/open-composer.web.ts'
import { askPause, resume } from '../deadlines/pause.web.tsx'
import { DIRECTS } from '../flow.ts'
import { askMerge } from '../related/pick-complaint.web.tsx'
import { asSeen, latest, stepWays } from '../view/steps.web.tsx'
import { act, askAssign, askMoreTime, attempt, take } from './assign.web.tsx'
import { isOpen } from './is-open.web.ts'

/** Steps after which a case needs nobody for now. */
const ENDS: readonly string[] = ['complete', 'close', 'trash']

/** The steps of a case, of which those that end it go on to the next. */
export const waysOn = (onward: (() => void) | undefined): StepWays => ({
  ...stepWays,
  done: (name) => ENDS.includes(name) && onward?.(),
})

/** How to go on to the next case of the list that this one was opened from, where there is one. */
export const nextOf = ({ id }: Complaint): (() => void) | undefined =>
  window.location.pathname === `/${complaints.name}/view/${id}` && placeOf(complaints, id)?.hasNext
    ? () => void goToNeighbour(complaints, id, 1)
    : undefined

/**
 * Everything that may be done with a complaint as it stands: by key in the case and in a row of the list, by name in the search.
 * @param onward goes on to the next case, where one works through a list
 */
export function caseActs(row: Complaint, onward?: () => void): PageAct[] {
  const session = readSession()
  if (session.state !== 'in') return []
  const { user } = session
  const may = (right: Right) => mayOf(user.route_access, complaints.name, right)
  const canEdit = may('edit') && row.state !== 'deleted' && !row.merged_into
  const canHandle = canEdit && isOpen(row)
  const directs = may(DIRECTS) && isOpen(row) && !row.merged_into
  const path = `/${complaints.name}/view/${row.id}`
  const write = (tab: ComposerTab) => () => void (openComposer(row.id, tab) || isBeside(row.id) || go(path))
  const priority = (key: string, { value, label }: { value: string; label: string }): PageAct | false =>
    canHandle &&
    row.priority !== value && {
      label: `${t('Priority')}: ${t(label)}`,
      keys: [key],

      run: () => attempt(row, () => act(latest(row), null, { priority: value }), t('Saved')),
    }
  const acts: (PageAct | false)[] = [
    may('edit') && isOpen(row) && { label: t('Reply'), keys: ['r'], run: write('answer') },
    canEdit && { label: t('Internal note'), keys: ['c'], run: write('note') },
    canEdit && { label: t('Note a call'), keys: ['p'], run: write('call') },
    directs && {
      label: t('Assign'),
      keys: ['a'],
      run: () => askAssign(row, { onward: onward ?? nextOf(row) }),
      asks: true,
    },
    directs &&
      row.assignee?.id !== user.id && {
        label: t('Take it myself'),
        keys: ['t'],

        run: () => take(row, user),
      },
    ...stepActs(complaints, row as unknown as AnyRow, user, waysOn(onward)),
    ...(complaints.fields.priority.of ?? []).map((one, at) => priority(String(at + 1), one)),
    canEdit && { label: t('Tags'), keys: ['l'], run: () => askTags(row), asks: true },
    directs && {
      label: t('Merge into another complaint…'),
      keys: ['m'],

      run: () => askMerge(row),
      asks: true,
    },
    canEdit && { label: t('Edit'), keys: ['e'], run: () => go(`/${complaints.name}/update/${row.id}`) },
    directs && !row.paused_at && { label: t('Extend deadline'), run: () => askMoreTime(row) },
    canHandle &&
      (row.paused_at
        ? { label: t('Resume'), run: () => resume(row) }
        : { label: t('Wait for the customer'), run: () => askPause(row) }),
    { label: t('Copy link'), run: () => void copyLink(path) },
    { label: t('Print'), run: () => go(`/${complaints.name}/print/${row.id}`) },
  ]
  return acts.filter((one) => one !== false)
}

const TAGS: Fields = { tags: complaints.fields.tags }

const askTags = (row: Complaint): Promise<boolean> =>
  askFields({
    title: `${t('Tags')} · ${row.issue_number}`,
    fields: TAGS,
    submit: t('Save'),
    values: { tags: latest(row).tags },
    onSubmit: asSeen(row, (seen, values) => act(seen, null, values)),
  })

/** Whether the case stands beside its list, and needs not be gone to. */
const isBeside = (id: number): boolean => new URLSearchParams(window.location.search).get('open') === String(id)

async function copyLink(path: string): Promise<void> {
  await writeClipboard(window.location.origin + path)
  snackbar(t('Link copied'), { variant: 'alert', colour: 'ok' })
}
