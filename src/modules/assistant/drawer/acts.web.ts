import { t } from '../../../shared/language.ts'
import { post } from '../../../web/api.ts'
import { go } from '../../../web/app/location.ts'
import { changed } from '../../../web/query.ts'
import { uniqueKey } from '../../../web/unique.ts'
import { moduleOf, modules } from '../../index.ts'
import type { Act } from '../reply.ts'
import { ownPath } from './own-path.web.ts'
import { type Message, newMessage } from './said.web.ts'

type Confirmation = Extract<Act, { kind: 'confirm' }>

/** Does what a reply says at once: nothing here writes. */
export function actOn(act: Act, leave: () => void): void {
  if (act.kind === 'export') void exportBy(act.path)
  if (act.kind !== 'open') return
  const path = ownPath(act.path)
  if (path && !act.external) {
    go(path)
    leave()
  }
  // Of another site the message shows a link; a browser opens a tab by itself only right after a key or a press.
  else if (act.external && isOtherSite(act.path) && navigator.userActivation?.isActive)
    window.open(act.path, '_blank', 'noopener,noreferrer')
}

/** The only addresses outside that a link of the assistant may have. */
export const isOtherSite = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:'

async function exportBy(path: string): Promise<void> {
  const { pathname, searchParams } = new URL(path, location.origin)
  const module = moduleOf(pathname.split('/').findLast(Boolean) ?? '')
  if (!module) return
  const query: Record<string, string[]> = {}
  for (const [name, value] of searchParams) query[name] = [...(query[name] ?? []), value]
  const { exportList } = await import('../../../web/screens/export/export-list.ts')
  await exportList(module.wire, query, [...module.list])
}

const definitionBehind = ({ call }: Confirmation) =>
  modules.find(({ wire }) => wire === call.path.replace(/^\/?(api\/)?/, ''))
const keys = new WeakMap<Confirmation, string>()

/** Writes what was read back and confirmed; pressed twice, or sent again as the line broke, it is written once. */
export async function confirmed(act: Confirmation): Promise<Message> {
  const idempotencyKey = keys.get(act) ?? uniqueKey()
  keys.set(act, idempotencyKey)
  const made = await post<Record<string, unknown> | null>(act.call.path, act.call.body, { idempotencyKey })
  const module = definitionBehind(act)
  if (!module || typeof made?.id !== 'number') return newMessage('bot', t('Done'))
  changed(module.name, made.id)
  const name = String(made[module.code ?? ''] ?? made[module.title] ?? made.id)
  return newMessage('bot', t('{{one}} {{name}} is made.', { one: t(module.one), name }), {
    reply: {
      ...NOTHING,
      links: [{ label: name, path: `/${module.name}/view/${made.id}` }],
    },
  })
}

/** Opens the form with what was understood; false where there is none, or somebody's unsaved draft stands there. */
export async function changeInForm(act: Confirmation): Promise<boolean> {
  const module = definitionBehind(act)
  const key = module && `${module.name}/new`
  const { keepDraft, readDraft } = await import('../../../web/screens/form/kept-drafts.ts')
  if (!module || !key || readDraft(key)) return false
  const values = act.call.body as Record<string, unknown> // fields of the module by name
  keepDraft(key, undefined, module.fields, { start: {}, values }, Object.keys(values))
  go(`/${module.name}/create`)
  return true
}

const NOTHING = {
  text: '',
  understood: null,
  context: null,
  act: null,
  figure: null,
  suggestions: [],
  needs: null,
}
