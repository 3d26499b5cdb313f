import { BULK_AT_ONCE } from '../../../shared/api.ts'
import { askedFields, type Step } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { sayFailure } from '../../ui/snackbar.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import { actionLabel } from './action-label.ts'
import type { Deed, Selection } from './bulk.ts'
import { figure } from './bulk-acts.ts'

/** Takes a step for a selection once the person has seen how many that is and whether it can be undone, and said what is asked. */
export async function stepMany(
  definition: Definition,
  [name, step]: [string, Step],
  selection: Selection,
  run: (deed: Deed) => Promise<void>,
): Promise<void> {
  const { quick, undo, tone } = step
  const label = t(step.label)
  const hasUndo = undo !== undefined && !selection.isAll && selection.total <= BULK_AT_ONCE
  const send = (given: object) =>
    run({
      act: name,
      label,
      given,
      ...(quick && { becomes: becomes(definition, step) }),
      ...(hasUndo && { undo: { act: undo, label: actionLabel(definition, undo) } }),
    })
  const said = { title: titleOf(definition, step, selection), ...describedBy(step, hasUndo), submit: label }
  if (step.asks?.length) {
    await askFields({
      ...said,
      fields: askedFields(definition, step),
      ...(!selection.isAll && { draftKey: `${definition.name}/${selection.rows.map(({ id }) => id)}/${name}` }),
      onSubmit: send,
    })
    return
  }
  const { status } = await confirm({ ...said, danger: tone === 'danger' })
  if (status === 1) await send({}).catch(sayFailure)
}

function titleOf({ flow }: Definition, { quick, dialog, label, asks }: Step, { total }: Selection): string {
  const n = figure(total)
  if (flow?.question) return t(flow.question, { step: t(label), n })
  return quick?.many && !asks?.length ? t(quick.many, { n }) : `${t(dialog?.question ?? label)} (${n})`
}

function describedBy({ quick, dialog }: Step, hasUndo: boolean): { description?: string } {
  if (dialog?.many) return { description: t(dialog.many) }
  if (!quick) return {}
  return {
    description: hasUndo
      ? t('For ten seconds after that, one press takes it back.')
      : t('These are too many to be taken back with one press: each is taken back on its own.'),
  }
}

/** What the rows show from then on. */
const becomes = ({ flow }: Definition, { to, sets, stamps }: Step): object => ({
  [flow?.field ?? '']: to,
  ...sets,
  ...(stamps && { [stamps.at]: new Date().toISOString() }),
})
