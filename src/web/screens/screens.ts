import { lazy } from 'react'
import { withCatalog } from '../catalogs.ts'

const list = () => import('./list/list.tsx')
const form = () => withCatalog(() => import('./form/form.tsx'))
const importing = () => withCatalog(() => import('./import/import.tsx'))
const view = () => withCatalog(() => import('./view/view.tsx'))

/** The screens of any resource. Each comes with the first page that draws it: the list of a module brings neither its form nor its view. */
export const ListScreen = lazy(async () => ({ default: (await list()).ListScreen }))
export const FormScreen = lazy(async () => ({ default: (await form()).FormScreen }))
export const ImportScreen = lazy(async () => ({ default: (await importing()).ImportScreen }))
export const ViewScreen = lazy(async () => ({ default: (await view()).ViewScreen }))

const OF: Record<string, () => Promise<unknown>> = { '': list, create: form, update: form, import: importing, view }

/** Fetches what the address of a module most likely draws, beside the module's own part: `rest` is what follows its segment. */
export const fetchScreen = async ([kind = '']: readonly string[]): Promise<unknown> => OF[kind]?.()
