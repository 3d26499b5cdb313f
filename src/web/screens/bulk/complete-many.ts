import { BULK_AT_ONCE } from '../../../shared/api.ts'
import { t } from '../../../shared/language.ts'
import { confirm } from '../../ui/confirm.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import type { List } from '../list/use-list.ts'
import { completeLabel, neededAsks } from '../view/completion.tsx'
import { plainActLabel } from './action-label.ts'
import { type Deed, figure, type Selection } from './bulk.ts'

/** Completes a selection once the person has seen how many that is and whether it can be undone, and said what is asked. */
export async function completeMany(
  list: List,
  selection: Selection,
  run: (deed: Deed) => Promise<void>,
): Promise<void> {
  const { definition } = list
  const n = figure(selection.total)
  const hasUndo = !selection.isAll && selection.total <= BULK_AT_ONCE
  const description = hasUndo
    ? t('For ten seconds after that, one press takes it back.')
    : t('These are too many to be taken back with one press: each is taken back on its own.')
  const send = async (given: object) => {
    const completed_at = new Date().toISOString()
    await run({
      act: 'completed',
      label: completeLabel(definition),
      given,
      becomes: { status: 'completed', completed_at, ...definition.completing?.becomes },
      ...(hasUndo && { undo: { act: 'undo-completed', label: plainActLabel('undo-completed') } }),
    })
  }
  if (!definition.completing) {
    const { status } = await confirm({ title: t('Complete {{n}} records?', { n }), description, submit: t('Complete') })
    if (status === 1) await send({})
    return
  }
  await askFields({
    title: `${t(definition.completing.question)} (${n})`,
    description,
    fields: neededAsks(definition),
    submit: completeLabel(definition),
    onSubmit: send,
  })
}
