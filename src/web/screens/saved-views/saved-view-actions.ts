import type { Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { type SavedView, SHARES, VIEW_FIELDS } from '../../../shared/list-setup.ts'
import { del, post, put } from '../../api.ts'
import { go, rememberPlace } from '../../app/location.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { sayFailure, snackbar } from '../../ui/snackbar.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import { writeState } from '../list/list-state.ts'
import { usualPerpage } from '../list/rows/fitting-rows.ts'
import type { List } from '../list/use-list.ts'
import { addressOf } from '../setup.ts'

/** The part of the address that a view keeps: everything but the page of the moment. Says columns and density outright. */
export function queryOf({ state, columns, usualColumns, isCompact }: List): string {
  const names = columns.map((column) => column.name)
  const isUsual = names.join() === usualColumns.join()
  const kept = {
    ...state,
    page: 1,
    open: undefined,
    view: undefined,
    columns: isUsual && !state.columns ? undefined : names,
    isCompact: state.isCompact ?? isCompact,
  }
  return writeState(kept, usualPerpage()).toString()
}

export async function askNew(list: List): Promise<void> {
  const address = { path: pathOf(list), query: queryOf(list) }
  const isStillHere = rememberPlace()
  let made: SavedView | undefined
  await askFields({
    title: t('Save as a new view'),
    fields: fieldsOf(list),
    submit: t('Save'),
    onSubmit: async (values) => {
      made = await post<SavedView>('saved-view', { ...values, ...address, list: list.definition.name })
    },
  })
  if (!made) return
  list.setup.refetch()
  const to = addressOf(list.definition.name, made)
  if (isStillHere()) go(to, { replace: true })
  else snackbar(t('Saved: {{name}}', { name: made.name }), { action: { label: t('Show'), run: () => go(to) } })
}

export async function askEdit(list: List, view: SavedView): Promise<void> {
  const isDone = await askFields({
    title: t('Rename or share {{name}}', { name: view.name }),
    fields: fieldsOf(list),
    submit: t('Save'),
    values: { name: view.name, share: view.share },
    onSubmit: async (values) => void (await put(`saved-view/${view.id}`, { ...values, version: view.version })),
  })
  if (isDone) list.setup.refetch()
}

/** The view is from now on what the list shows. */
export async function keepChanges(list: List, view: SavedView): Promise<void> {
  const body = { path: pathOf(list), query: queryOf(list), version: view.version }
  await attempt(put(`saved-view/${view.id}`, body), t('“{{name}}” is changed', { name: view.name }))
  list.setup.refetch()
}

export async function remove(list: List, view: SavedView): Promise<void> {
  const isShared = view.share !== 'nobody'
  const { status } = await confirm({
    title: t('Delete {{name}}?', { name: view.name }),
    ...(isShared && { description: t('It disappears for everybody it is shared with. The records stay.') }),
    submit: t('Delete'),
    danger: true,
  })
  if (status === 0) return
  const isStillHere = rememberPlace()
  await attempt(del(`saved-view/${view.id}`), t('“{{name}}” is deleted', { name: view.name }))
  if (list.setup.choices.view === view.id) list.setup.choose({ view: undefined })
  list.setup.refetch()
  if (list.state.view === view.id && isStillHere()) list.change({ view: undefined }, { replace: true })
}

const pathOf = ({ definition }: List): string =>
  definition.views.find((view) => window.location.pathname === `/${definition.name}/${view.path}`)?.path ?? ''

function fieldsOf({ setup }: List): Fields {
  const { name, share } = VIEW_FIELDS
  return setup.shares.length > 1
    ? { name, share: { ...share, of: SHARES.filter(({ value }) => setup.shares.includes(value)) } }
    : { name }
}

async function attempt(work: Promise<unknown>, done: string): Promise<void> {
  try {
    await work
    snackbar(done, { variant: 'alert', colour: 'ok' })
  } catch (error) {
    sayFailure(error)
  }
}
