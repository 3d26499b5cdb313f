import { Button } from '@mantine/core'
import { useState } from 'react'
import { askedFields, type Step, stepsFrom } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { useMay } from '../../session.ts'
import { snackbar } from '../../ui/snackbar.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import type { AnyRow } from '../module.ts'
import { takeStep } from '../records.ts'

/** The steps open to this user from where a record stands, as buttons; what a step asks for is asked in a dialog. */
export function FlowButtons({ definition, row }: { definition: Definition; row: AnyRow }) {
  const [busy, setBusy] = useState<string>()
  const steps = useOpenSteps(definition, row)
  const press = async (name: string, step: Step) => {
    // A dialog says itself that it is at work, and gives the focus back to a button that still takes it.
    if (!step.asks?.length) setBusy(name)
    await move(definition, row, name, step)
    setBusy(undefined)
  }
  return steps.map(([name, step]) => (
    <Button
      key={name}
      variant={step.tone === 'primary' ? 'filled' : 'default'}
      loading={busy === name}
      onClick={() => void press(name, step)}
    >
      {t(step.label)}
    </Button>
  ))
}

/** The steps that this user may take from where a record stands. */
export function useOpenSteps({ flow, permission }: Definition, row: AnyRow): [string, Step][] {
  const may = useMay()
  if (!flow || row.deleted_at) return []
  return stepsFrom(flow, String(row[flow.field])).filter(([, step]) => may(permission, step.needs))
}

/** Takes a step of a record's flow; answers whether it was taken. What is `known` already need not be among what the step asks. */
export async function move(
  definition: Definition,
  row: AnyRow,
  name: string,
  step: Step,
  known: object = {},
): Promise<boolean> {
  const { dialog = {} } = step
  const called = String(row[dialog.name ?? definition.title] ?? `#${row.id}`)
  const send = (values: object) => takeStep(definition, row.id, name, { ...known, ...values, version: row.version })
  try {
    if (!step.asks?.length) await send({})
    else {
      const fields = askedFields(definition, step)
      const held: Partial<AnyRow> = dialog.isEmpty ? {} : row
      const values = Object.fromEntries(Object.keys(fields).map((field) => [field, held[field] ?? null]))
      const isDone = await askFields({
        title: `${t(step.label)} · ${called}`,
        ...(dialog.description && { description: t(dialog.description) }),
        fields,
        values,
        submit: t(step.label),
        onSubmit: async (given) => void (await send(given)),
      })
      if (!isDone) return false
    }
  } catch (error) {
    snackbar(error instanceof Error ? error.message : t('Something went wrong'), { variant: 'alert', colour: 'bad' })
    return false
  }
  const reached = definition.fields[definition.flow?.field ?? '']?.of?.find((one) => one.value === step.to)
  // What went wrong out there is no success, though it is written down.
  const colour = reached?.tone === 'bad' ? 'warn' : 'ok'
  const state = reached ? t(reached.label) : t('Saved')
  snackbar(dialog.name ? t('{{number}}: {{state}}', { number: called, state }) : state, { variant: 'alert', colour })
  return true
}
