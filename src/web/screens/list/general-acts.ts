import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { go } from '../../app/location.ts'
import { readSession } from '../../session.ts'
import type { AnyRow } from '../module.ts'
import type { PageAct } from '../page-acts.ts'
import { mayEdit } from '../view/may-edit.ts'
import type { StepWays } from '../view/move.ts'
import { EDIT_KEY, stepActs } from '../view/step-acts.ts'
import type { Split } from './split/use-split.ts'

/** The steps of a row's flow and its form, where its module says nothing else. */
export const generalActs =
  (definition: Definition, ways?: StepWays) =>
  (row: AnyRow, onward?: () => void): PageAct[] => {
    const session = readSession()
    if (session.state !== 'in') return []
    const { user } = session
    return [
      ...stepActs(definition, row, user, { ...ways, ...(onward && { done: onward }) }),
      ...(mayEdit(definition, row, user)
        ? [{ label: t('Edit'), keys: [EDIT_KEY], run: () => go(`/${definition.name}/update/${row.id}`) }]
        : []),
    ]
  }

/**
 * The keys of a list, which `useListKeys` hears.
 * @param createKey '' where creating has none, undefined where nothing may be made
 */
export function listKeys(
  { list: { definition }, isOffered, isOn, turn }: Split,
  createKey: string | undefined,
): PageAct[] {
  const besides = isOn
    ? [{ label: t('Back to the whole list'), keys: ['v', 'Esc'], run: () => turn() }]
    : isOffered
      ? [{ label: t('Show the record beside the list'), keys: ['v'], run: () => turn() }]
      : []
  return [
    { label: t('Next and previous row'), keys: ['j', 'k'] },
    { label: isOn ? t('Open the record alone') : t('Open the row'), keys: ['Enter'] },
    { label: t('Select the row'), keys: ['x'] },
    { label: t('Select the rows one passes'), keys: ['J', 'K'] },
    { label: t('Select all on this page'), keys: ['Ctrl', 'A'] },
    { label: t('Clear the selection'), keys: ['Esc'] },
    { label: t('Search'), keys: ['/'] },
    ...besides,
    ...(createKey !== undefined
      ? [{ label: t('Create'), ...(createKey && { keys: [createKey] }), run: () => go(`/${definition.name}/create`) }]
      : []),
  ]
}
