import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { completionAsks, isTakenBack, UNDO_MINUTES } from '../../../shared/completion.ts'
import type { Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { useMay, useSession } from '../../session.ts'
import { snackbar } from '../../ui/snackbar.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import { Done } from '../list/list-row.tsx'
import { type Hold, useSteady } from '../list/steady-rows.ts'
import type { AnyRow } from '../module.ts'
import { act } from '../records.ts'

interface CompletionProps {
  definition: Definition
  row: AnyRow
}

/** On a record's own screen: completes it, or takes that back where one may. Filled where it is the next step. */
export function Completion({ definition, row, isNext }: CompletionProps & { isNext: boolean }) {
  const { can, isBusy, press } = useCompletion(definition, row)
  if (!can) return null
  return row.completed_at === null ? (
    <Button
      variant={isNext ? 'filled' : 'default'}
      loading={isBusy}
      leftSection={<IconCheck size={16} aria-hidden="true" />}
      onClick={press}
    >
      {completeLabel(definition)}
    </Button>
  ) : (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
      onClick={press}
    >
      {t('Undo completion')}
    </Button>
  )
}

/** At the end of a row of a list: completes the record without opening it. */
export function CompleteInRow({ definition, row }: CompletionProps) {
  const { can, isBusy, press } = useCompletion(definition, row)
  const { settled } = useSteady()
  if (row.completed_at !== null) return settled.has(row.id) ? <Done label={t('Completed')} /> : null
  if (!can) return null
  const name = nameOf(definition, row)
  const label = definition.completing ? `${t(definition.completing.label)}: ${name}` : t('Complete {{name}}', { name })
  return (
    <ActionIcon
      variant="subtle"
      color="green"
      loading={isBusy}
      aria-label={label}
      title={completeLabel(definition)}
      onClick={press}
    >
      <IconCheck size={18} />
    </ActionIcon>
  )
}

export const completeLabel = ({ completing }: Definition): string => t(completing?.label ?? 'Complete')
const nameOf = ({ title }: Definition, row: AnyRow) => String(row[title] ?? `#${row.id}`)

function useCompletion(definition: Definition, row: AnyRow) {
  const may = useMay()
  const { id } = useSession()
  const { hold } = useSteady()
  const [isBusy, setBusy] = useState(false)
  const isDone = row.completed_at !== null
  const mayUndo = isTakenBack(definition, row) && (may(definition.permission, 'delete') || isOwnSlip(row, id))
  const can = !row.deleted_at && (isDone ? mayUndo : may(definition.permission, 'edit'))
  const press = async () => {
    setBusy(true)
    hold()
    await (isDone ? takeBack(definition, row, hold) : complete(definition, row, hold))
    setBusy(false)
  }
  return { can, isBusy, press: () => void press() }
}

/** Whoever completed it just now puts a slip right themselves, as the server lets them. */
const isOwnSlip = ({ completed_by, completed_at }: AnyRow, person: number): boolean =>
  (completed_by as { id: number } | null)?.id === person && // a reference to a person
  Date.now() - Date.parse(String(completed_at)) < UNDO_MINUTES * 60_000

/** Completes a record, after asking for what that needs to know here; with a way back for whoever did it. */
async function complete(definition: Definition, row: AnyRow, hold: Hold): Promise<void> {
  const { completing } = definition
  const send = async (values?: object) => {
    const done = await act(definition, row.id, 'completed', values)
    hold([done])
    const name = nameOf(definition, row)
    snackbar(t('{{name}} is completed', { name }), {
      variant: 'alert',
      colour: 'ok',
      action: { label: t('Undo'), run: () => void takeBack(definition, done, hold) },
    })
  }
  if (!completing) return told(send())
  await askFields({
    title: `${t(completing.question)} ${nameOf(definition, row)}`,
    fields: neededAsks(definition),
    submit: t(completing.label),
    onSubmit: send,
  })
}

/** What completing asks a person for: all of it. */
export const neededAsks = (definition: Definition): Fields =>
  Object.fromEntries(
    Object.entries(completionAsks(definition)).map(([name, field]) => [name, { ...field, required: true }]),
  )

async function takeBack(definition: Definition, row: AnyRow, hold: Hold): Promise<void> {
  const undo = async () => {
    hold([await act(definition, row.id, 'undo-completed')])
    snackbar(t('{{name}} is open again', { name: nameOf(definition, row) }), { variant: 'alert', colour: 'ok' })
  }
  await told(undo())
}

const told = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) =>
    snackbar(error instanceof Error ? error.message : t('Something went wrong'), { variant: 'alert', colour: 'bad' }),
  )
