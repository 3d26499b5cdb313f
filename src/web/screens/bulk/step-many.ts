import { BULK_AT_ONCE } from '../../../shared/api.ts'
import { askedFields, type Step } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import { confirm } from '../../ui/confirm.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import type { List } from '../list/use-list.ts'
import { actionLabel } from './action-label.ts'
import { type Deed, figure, type Selection } from './bulk.ts'

/** Takes a step for a selection once the person has seen how many that is and whether it can be undone, and said what is asked. */
export async function stepMany(
  { definition }: List,
  [name, step]: [string, Step],
  selection: Selection,
  run: (deed: Deed) => Promise<void>,
): Promise<void> {
  const { quick, stamps, sets, dialog } = step
  const n = figure(selection.total)
  const label = t(step.label)
  const hasUndo = quick !== undefined && !selection.isAll && selection.total <= BULK_AT_ONCE
  const description = hasUndo
    ? t('For ten seconds after that, one press takes it back.')
    : t('These are too many to be taken back with one press: each is taken back on its own.')
  const send = (given: object) =>
    run({
      act: name,
      label,
      given,
      becomes: {
        [definition.flow?.field ?? '']: step.to,
        ...sets,
        ...(stamps && { [stamps.at]: new Date().toISOString() }),
      },
      ...(hasUndo && { undo: { act: quick.undo, label: actionLabel(definition, quick.undo) } }),
    })
  const question = dialog?.question ?? step.label
  if (step.asks?.length) {
    const fields = askedFields(definition, step)
    await askFields({ title: `${t(question)} (${n})`, description, fields, submit: label, onSubmit: send })
    return
  }
  const title = quick?.many ? t(quick.many, { n }) : `${t(question)} (${n})`
  const { status } = await confirm({ title, description, submit: label })
  if (status === 1) await send({})
}
