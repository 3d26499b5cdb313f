import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { askedFields, isAllowed, type Step } from '../../shared/flow.ts'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { askFields } from '../../web/screens/fields-dialog.tsx'
import { useMay } from '../../web/session.ts'
import { confirm } from '../../web/ui/confirm.tsx'
import { HANDLING, isOpen } from './assign.web.tsx'
import { BulkOutcome, type Deed } from './bulk-outcome.web.tsx'
import { type Complaint, WIRE } from './complaint.web.tsx'
import { complaintFlow } from './flow.ts'

const STEPS: [string, Step][] = Object.entries(complaintFlow.steps)

/** Assigns, moves or deletes the selected complaints, and tells of each how it went. */
export function BulkActions({ rows, done }: { rows: Complaint[]; done: () => void }) {
  const may = useMay()
  const [deed, setDeed] = useState<Deed | null>(null)
  const steps = STEPS.filter(([, step]) => may('complaints', step.needs) && fitting(rows, step).length > 0)
  const moves = steps.filter(([, step]) => step.tone !== 'danger')
  const dangers = steps.filter(([, step]) => step.tone === 'danger')
  const canAssign = may('complaints', 'other') && rows.some(isOpen)
  return (
    <>
      {canAssign && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUserPlus size={16} />}
          onClick={() => void planAssign(rows, setDeed)}
        >
          {t('Assign')}
        </Button>
      )}
      {moves.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} />}>
              {t('Move on')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {moves.map(([name, step]) => (
              <Menu.Item key={name} onClick={() => void planStep(rows, name, step, setDeed)}>
                {labelFor(step, rows)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {dangers.map(([name, step]) => (
        <Button
          key={name}
          size="xs"
          variant="default"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => void planStep(rows, name, step, setDeed)}
        >
          {labelFor(step, rows)}
        </Button>
      ))}
      {deed && (
        <BulkOutcome
          deed={deed}
          onClose={() => {
            setDeed(null)
            done()
          }}
        />
      )}
    </>
  )
}

const fitting = (rows: Complaint[], step: Step): Complaint[] => rows.filter((row) => isAllowed(step, row.state))

function labelFor(step: Step, rows: Complaint[]): string {
  const n = fitting(rows, step).length
  return n === rows.length
    ? t(step.label)
    : t('{{step}} ({{n}} of {{total}})', { step: t(step.label), n, total: rows.length })
}

const byPost = (action: string, values: object) => (row: Complaint) =>
  post<Complaint>(`${WIRE}/${row.id}/${action}`, { ...values, version: row.version }, { quiet: true })

async function planAssign(rows: Complaint[], start: (deed: Deed) => void): Promise<void> {
  let given: object = {}
  const isGiven = await askFields({
    title: t('Assign {{n}} complaints', { n: rows.filter(isOpen).length }),
    fields: HANDLING,
    submit: t('Assign'),
    onSubmit: async (values) => {
      given = values
    },
  })
  if (isGiven)
    start({
      title: t('Assign'),
      rows: rows.filter(isOpen),
      leftOut: rows.filter((row) => !isOpen(row)),
      act: byPost('assign', given),
    })
}

async function planStep(rows: Complaint[], name: string, step: Step, start: (deed: Deed) => void): Promise<void> {
  const fit = fitting(rows, step)
  const values = await valuesFor(step, fit.length)
  if (values)
    start({
      title: t(step.label),
      rows: fit,
      leftOut: rows.filter((row) => !fit.includes(row)),
      act: byPost(name, values),
    })
}

/** What the step asks for, once for all; null where the user thought better of it. */
async function valuesFor(step: Step, n: number): Promise<object | null> {
  const title = t('{{step}}: {{n}} complaints', { step: t(step.label), n })
  if (!step.asks?.length) {
    const { status } = await confirm({ title, submit: t(step.label), danger: step.tone === 'danger' })
    return status === 1 ? {} : null
  }
  let given: object = {}
  const isGiven = await askFields({
    title,
    fields: askedFields(complaintFlow, step),
    submit: t(step.label),
    onSubmit: async (values) => {
      given = values
    },
  })
  return isGiven ? given : null
}
