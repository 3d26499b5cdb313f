import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { askedFields, type Step, stepsFrom, UNDO_MINUTES } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { useMay, useSession } from '../../session.ts'
import { snackbar } from '../../ui/snackbar.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import { Done } from '../list/list-row.tsx'
import { useSteady } from '../list/steady-rows.ts'
import type { AnyRow } from '../module.ts'
import { act } from '../records.ts'

interface FlowProps {
  definition: Definition
  row: AnyRow
}

/** The steps open to this user from where a record stands, as buttons; what a step asks for is asked in a dialog. */
export function FlowButtons({ definition, row }: FlowProps) {
  const { busy, press } = usePress(definition, row)
  return useOpenSteps(definition, row).map(([name, step]) => (
    <Button
      key={name}
      variant={step.tone === 'primary' ? 'filled' : 'default'}
      loading={busy === name}
      leftSection={<StepIcon step={step} />}
      onClick={() => void press(name, step)}
    >
      {t(step.label)}
    </Button>
  ))
}

function StepIcon({ step }: { step: Step }) {
  if (step.quick) return <IconCheck size={16} aria-hidden="true" />
  return step.undoes ? <IconArrowBackUp size={16} aria-hidden="true" /> : null
}

/** At the end of a row of a list: the steps that are taken back at one press, without opening the record. */
export function FlowRowButtons({ definition, row }: FlowProps) {
  const { busy, press } = usePress(definition, row)
  const { settled } = useSteady()
  const steps = useOpenSteps(definition, row).filter(([, step]) => step.quick)
  if (steps.length === 0 && settled.has(row.id)) return <Done label={t('Completed')} />
  return steps.map(([name, step]) => (
    <ActionIcon
      key={name}
      variant="subtle"
      color="green"
      loading={busy === name}
      aria-label={rowLabel(definition, row, step)}
      title={t(step.label)}
      onClick={() => void press(name, step)}
    >
      <IconCheck size={18} />
    </ActionIcon>
  ))
}

function rowLabel({ title }: Definition, row: AnyRow, { quick, label }: Step): string {
  const name = String(row[title] ?? `#${row.id}`)
  return quick?.one ? t(quick.one, { name }) : `${t(label)}: ${name}`
}

function usePress(definition: Definition, row: AnyRow) {
  const [busy, setBusy] = useState<string>()
  const { hold } = useSteady()
  const press = async (name: string, step: Step) => {
    // A dialog says itself that it is at work, and gives the focus back to a button that still takes it.
    if (!step.asks?.length) setBusy(name)
    hold()
    await move(definition, row, name, step, {}, (changed) => hold([changed]))
    setBusy(undefined)
  }
  return { busy, press }
}

/** The steps that this user may take from where a record stands. */
export function useOpenSteps({ flow, permission }: Definition, row: AnyRow): [string, Step][] {
  const may = useMay()
  const { id } = useSession()
  if (!flow || row.deleted_at) return []
  return stepsFrom(flow, String(row[flow.field])).filter(
    ([, step]) => may(permission, step.needs) && (may(permission, 'delete') || isOwnSlip(step, row, id)),
  )
}

/** Whoever took a step just now puts a slip right themselves, as the server lets them. */
function isOwnSlip({ undoes }: Step, row: AnyRow, person: number): boolean {
  if (!undoes) return true
  const by = row[undoes.by] as { id: number } | null // a reference to a person
  return by?.id === person && Date.now() - Date.parse(String(row[undoes.at])) < UNDO_MINUTES * 60_000
}

/**
 * Takes a step of a record's flow; answers whether it was taken. What is `known` already need not be among what the step asks.
 * @param onMoved hears of the record as it then stands, also where the step is taken back
 */
export async function move(
  definition: Definition,
  row: AnyRow,
  name: string,
  step: Step,
  known: object = {},
  onMoved: (row: AnyRow) => void = () => undefined,
): Promise<boolean> {
  const { dialog = {}, repeats } = step
  const called = String(row[dialog.name ?? definition.title] ?? `#${row.id}`)
  let moved = row
  const send = async (values: object) => {
    moved = await act(definition, row.id, name, { ...known, ...values, ...(!repeats && { version: row.version }) })
    onMoved(moved)
  }
  try {
    if (!step.asks?.length) await send({})
    else {
      const fields = askedFields(definition, step)
      const held: Partial<AnyRow> = dialog.isEmpty ? {} : row
      const isDone = await askFields({
        title: dialog.question ? `${t(dialog.question)} ${called}` : `${t(step.label)} · ${called}`,
        ...(dialog.description && { description: t(dialog.description) }),
        fields,
        values: Object.fromEntries(Object.keys(fields).map((field) => [field, held[field] ?? null])),
        submit: t(step.label),
        onSubmit: send,
      })
      if (!isDone) return false
    }
  } catch (error) {
    snackbar(error instanceof Error ? error.message : t('Something went wrong'), { variant: 'alert', colour: 'bad' })
    return false
  }
  const undo = step.quick && definition.flow?.steps[step.quick.undo]
  const back = () => void (step.quick && undo && move(definition, moved, step.quick.undo, undo, {}, onMoved))
  tellMoved(definition, step, called, undo && back)
  return true
}

function tellMoved(definition: Definition, step: Step, called: string, undo: (() => void) | undefined): void {
  const reached = definition.fields[definition.flow?.field ?? '']?.of?.find((one) => one.value === step.to)
  const state = reached ? t(reached.label) : t('Saved')
  const named = step.dialog?.name ? t('{{number}}: {{state}}', { number: called, state }) : state
  snackbar(step.message ? t(step.message, { name: called }) : named, {
    variant: 'alert',
    // What went wrong out there is no success, though it is written down.
    colour: reached?.tone === 'bad' ? 'warn' : 'ok',
    ...(undo && { action: { label: t('Undo'), run: undo } }),
  })
}
