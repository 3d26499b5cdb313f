import { Button } from '@mantine/core'
import { useState } from 'react'
import { askedFields, type Flow, type Step, stepsFrom } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import { useMay } from '../../session.ts'
import { snackbar } from '../../ui/snackbar.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import type { AnyRow } from '../module.ts'
import { takeStep } from '../records.ts'

/** The steps open to this user from where a record stands, as buttons; what a step asks for is asked in a dialog. */
export function FlowButtons({ flow, row }: { flow: Flow; row: AnyRow }) {
  const may = useMay()
  const [busy, setBusy] = useState<string>()
  if (row.deleted_at) return null
  const steps = stepsFrom(flow, String(row[flow.field])).filter(([, step]) =>
    may(flow.definition.permission, step.needs),
  )
  const press = async (name: string, step: Step) => {
    // A dialog says itself that it is at work, and gives the focus back to a button that still takes it.
    if (!step.asks?.length) setBusy(name)
    await move(flow, row, name, step)
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

/** Takes a step of a record's flow; answers whether it was taken. What is `known` already need not be among what the step asks. */
export async function move(flow: Flow, row: AnyRow, name: string, step: Step, known: object = {}): Promise<boolean> {
  const { definition } = flow
  const send = (values: object) => takeStep(definition, row.id, name, { ...known, ...values, version: row.version })
  const title = `${t(step.label)} · ${String(row[definition.title] ?? `#${row.id}`)}`
  try {
    if (!step.asks?.length) await send({})
    else {
      const fields = askedFields(flow, step)
      const values = Object.fromEntries(Object.keys(fields).map((field) => [field, row[field] ?? null]))
      const isDone = await askFields({
        title,
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
  const reached = definition.fields[flow.field]?.of?.find((one) => one.value === step.to)
  // What went wrong out there is no success, though it is written down.
  const colour = reached?.tone === 'bad' ? 'warn' : 'ok'
  snackbar(reached ? t(reached.label) : t('Saved'), { variant: 'alert', colour })
  return true
}
