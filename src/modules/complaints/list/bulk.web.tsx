import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconTag, IconTrash, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Fields } from '../../../shared/fields.ts'
import { askedFields, isAllowed, type Step } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import { isBlank } from '../../../web/fields/cell.tsx'
import { type Deed, figure, type Selection } from '../../../web/screens/bulk/bulk.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { useMay } from '../../../web/session.ts'
import { confirm } from '../../../web/ui/confirm.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { complaintFlow, DIRECTS } from '../flow.ts'
import { HANDLING, isOpen } from '../handling/assign.web.tsx'

const STEPS: [string, Step][] = Object.entries(complaintFlow.steps)
const TAGS: Fields = { tags: { ...complaints.fields.tags, required: true } }

interface BulkProps {
  selection: Selection
  run: (deed: Deed) => Promise<void>
}

/** Assigns, moves, tags or deletes the selected complaints; what does not fit one is told of that one. */
export function BulkActions({ selection, run }: BulkProps) {
  const may = useMay()
  const { isAll } = selection
  const rows = selection.rows as unknown as Complaint[] // the rows of this list are the definition's
  const steps = STEPS.filter(([, step]) => may('complaints', step.needs) && (isAll || fitting(rows, step).length > 0))
  const moves = steps.filter(([, step]) => step.tone !== 'danger')
  const dangers = steps.filter(([, step]) => step.tone === 'danger')
  const label = (step: Step) => (isAll ? t(step.label) : labelFor(step, rows))
  return (
    <>
      {may('complaints', DIRECTS) && (isAll || rows.some(isOpen)) && (
        <Press icon={<IconUserPlus size={16} />} onClick={() => void planAssign(selection, run)}>
          {t('Assign')}
        </Press>
      )}
      {moves.length > 0 && (
        <Drop label={t('Change status')}>
          {moves.map(([name, step]) => (
            <Menu.Item key={name} onClick={() => void planStep(selection, name, step, run)}>
              {label(step)}
            </Menu.Item>
          ))}
        </Drop>
      )}
      {may('complaints', 'edit') && (
        <Drop label={t('Tags')} icon={<IconTag size={16} />}>
          <Menu.Item onClick={() => void planTags(selection, 'tag', run)}>{t('Add tags')}</Menu.Item>
          <Menu.Item onClick={() => void planTags(selection, 'untag', run)}>{t('Remove tags')}</Menu.Item>
        </Drop>
      )}
      {dangers.map(([name, step]) => (
        <Press
          key={name}
          color="red"
          icon={<IconTrash size={16} />}
          onClick={() => void planStep(selection, name, step, run)}
        >
          {label(step)}
        </Press>
      ))}
    </>
  )
}

interface PressProps {
  icon: ReactNode
  color?: string
  onClick: () => void
  children: ReactNode
}

const Press = ({ icon, color, onClick, children }: PressProps) => (
  <Button size="xs" variant="default" color={color} leftSection={icon} onClick={onClick}>
    {children}
  </Button>
)

const Drop = ({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button size="xs" variant="default" leftSection={icon} rightSection={<IconChevronDown size={14} />}>
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

const fitting = (rows: Complaint[], step: Step): Complaint[] => rows.filter((row) => isAllowed(step, row.state))

function labelFor(step: Step, rows: Complaint[]): string {
  const n = fitting(rows, step).length
  return n === rows.length
    ? t(step.label)
    : t('{{step}} ({{n}} of {{total}})', { step: t(step.label), n, total: rows.length })
}

type Run = BulkProps['run']

async function planAssign({ total }: Selection, run: Run): Promise<void> {
  const asks = await asked(t('Assign {{n}} complaints', { n: figure(total) }), HANDLING, t('Assign'))
  if (asks) await run({ act: 'assign', label: t('Assign'), given: filled(asks) })
}

/** What is left blank stays as each complaint has it. */
const filled = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => !isBlank(value)))

async function planTags({ total }: Selection, act: 'tag' | 'untag', run: Run): Promise<void> {
  const label = act === 'tag' ? t('Add tags') : t('Remove tags')
  const given = await asked(t('{{step}}: {{n}} complaints', { step: label, n: figure(total) }), TAGS, label)
  if (given) await run({ act, label, given })
}

async function planStep({ total }: Selection, name: string, step: Step, run: Run): Promise<void> {
  const label = t(step.label)
  const title = t('{{step}}: {{n}} complaints', { step: label, n: figure(total) })
  const given = step.asks?.length
    ? await asked(title, askedFields(complaints, step), label)
    : await agreed(title, label, step.tone === 'danger')
  const undo = step.to === 'deleted' ? { act: 'restore', label: t(complaintFlow.steps.restore.label) } : undefined
  if (given) await run({ act: name, label, given, ...(undo && { undo }) })
}

/** What the act asks for, once for all; null where the user thought better of it. */
async function asked(title: string, fields: Fields, submit: string): Promise<object | null> {
  let given: object = {}
  const onSubmit = async (values: object) => {
    given = values
  }
  return (await askFields({ title, fields, submit, onSubmit })) ? given : null
}

async function agreed(title: string, submit: string, danger: boolean): Promise<object | null> {
  const description = danger ? t('They go to the trash and can be restored.') : undefined
  const { status } = await confirm({ title, description, submit, danger })
  return status === 1 ? {} : null
}
