import { Menu } from '@mantine/core'
import { IconTag, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { fetchAhead } from '../../../web/ahead.ts'
import { isBlank } from '../../../web/fields/cell.tsx'
import type { Deed, Selection } from '../../../web/screens/bulk/bulk.ts'
import { figure } from '../../../web/screens/bulk/bulk-acts.ts'
import { BulkMenu, BulkPress } from '../../../web/screens/bulk/bulk-buttons.tsx'
import { askFields, loadFieldsDialog } from '../../../web/screens/form/fields-dialog.tsx'
import { usePageActs } from '../../../web/screens/page-acts.ts'
import { useMay } from '../../../web/session.ts'
import { inFrame } from '../../../web/ui/dialogs/dialog-frame.ts'
import { isAsProposed, proposalWords, proposedOf, sharedProposal } from '../assignment/proposal.web.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'
import { handlingOf } from '../handling/assign.web.tsx'
import { isOpen } from '../handling/is-open.web.ts'

const TAGS: Fields = { tags: { ...complaints.fields.tags, required: true } }

interface BulkProps {
  selection: Selection
  run: (deed: Deed) => Promise<void>
  /** The steps of the flow. */
  moves: ReactNode
}

/** Assigns and tags the selected complaints, around the steps of their flow; what does not fit one is told of that one. */
export function BulkActions({ selection, run, moves }: BulkProps) {
  const may = useMay()
  const rows = selection.rows as unknown as Complaint[] // the rows of this list are the definition's
  const canAssign = may('complaints', DIRECTS) && (selection.isAll || rows.some(isOpen))
  const assign = () => planAssign(selection, run)
  const addTags = () => planTags(selection, 'tag', run)
  usePageActs({
    of: t('Selected rows'),
    keys: 'al',
    list: () => [
      ...(canAssign ? [{ label: t('Assign'), keys: ['a'], run: assign, asks: true }] : []),
      ...(may('complaints', 'edit') ? [{ label: t('Add tags'), keys: ['l'], run: addTags, asks: true }] : []),
    ],
  })
  return (
    <>
      {canAssign && (
        <BulkPress icon={<IconUserPlus size={16} />} onClick={() => void assign()}>
          {t('Assign')}
        </BulkPress>
      )}
      {moves}
      {may('complaints', 'edit') && (
        <BulkMenu label={t('Tags')} icon={<IconTag size={16} />}>
          <Menu.Item onClick={() => void addTags()}>{t('Add tags')}</Menu.Item>
          <Menu.Item onClick={() => void planTags(selection, 'untag', run)}>{t('Remove tags')}</Menu.Item>
        </BulkMenu>
      )}
    </>
  )
}

type Run = BulkProps['run']

async function planAssign({ total, isAll, rows }: Selection, run: Run): Promise<void> {
  // Of a few that are alike, the people of one's department are those of all.
  const handling = handlingOf(isAll ? undefined : rows[0]?.id)
  const title = t('Assign {{n}} complaints', { n: figure(total) })
  fetchAhead(loadFieldsDialog)
  const proposal = isAll ? undefined : await inFrame(title, () => sharedProposal(rows as unknown as Complaint[])) // the rows of this list are the definition's
  if (proposal === null) return
  await askFields({
    title,
    submit: t('Assign'),
    ...(proposal && { description: proposalWords(proposal), values: { ...proposedOf(proposal) } }),
    ...handling,
    onSubmit: (asked) => {
      const rule = proposal && isAsProposed({ ...asked }, proposal) ? { rule: proposal.rule?.id } : {}
      return run({ act: 'assign', label: t('Assign'), given: { ...filled(asked), ...rule } })
    },
  })
}

/** What is left blank stays as each complaint has it. */
const filled = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => !isBlank(value)))

async function planTags({ total }: Selection, act: 'tag' | 'untag', run: Run): Promise<void> {
  const label = act === 'tag' ? t('Add tags') : t('Remove tags')
  await askFields({
    title: t('{{step}}: {{n}} complaints', { step: label, n: figure(total) }),
    fields: TAGS,
    submit: label,
    onSubmit: (given) => run({ act, label, given }),
  })
}
