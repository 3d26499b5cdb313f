import { type ComponentType, Suspense, use, useEffect } from 'react'
import { moduleOf } from '../../modules/index.ts'
import { type Definition, isMadeByHand } from '../../shared/resource.ts'
import { fetchAhead } from '../ahead.ts'
import { lazyWithCatalog, loadScreenCatalog } from '../catalogs.ts'
import { reloadIfOutdated } from '../releases.ts'
import { PageAt } from '../screens/list/split/page-at.ts'
import type { ModuleWeb } from '../screens/module.ts'
import { FormScreen, fetchScreen, ImportScreen, ListScreen, ViewScreen } from '../screens/screens.ts'
import { SkeletonPage } from '../ui/states.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { usePath } from './location.ts'
import { noteOpened } from './search/opened.ts'

const ModulesPage = lazyWithCatalog(async () => ({
  default: (await import('./menu/modules-page.tsx')).ModulesPage,
}))
const NotFoundPage = lazyWithCatalog(async () => ({
  default: (await import('./not-found-page.tsx')).NotFoundPage,
}))
/** The screen of an address: the module's own page, otherwise the generic one of its definition. */
export function Screen() {
  const path = usePath()
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<SkeletonPage />}>
        <PageAt value={PAGE_AT}>
          <Found path={path} />
        </PageAt>
      </Suspense>
    </ErrorBoundary>
  )
}

function Found({ path }: { path: string }) {
  useEffect(() => noteOpened(path), [path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: between two pages nothing is lost
  useEffect(reloadIfOutdated, [path])
  const [segment = '', ...rest] = partsOf(path)
  const definition = moduleOf(segment)
  const { pages = {} } = use(webAt(segment, rest))
  if (segment === 'modules') return <ModulesPage />
  const own = findPage(pages, rest)
  if (own) return <own.Page key={path} params={own.params} />
  const view = definition?.views.find((one) => rest.length === 1 && one.path === rest[0])
  const List = pages['']
  if (List && (rest.length === 0 || view)) return <List key={path} params={view ? { view: view.path } : {}} />
  return (definition && generic(definition, rest, view)) || <NotFoundPage />
}

function generic(definition: Definition, rest: readonly string[], view?: Definition['views'][number]) {
  const [kind, id = '', more] = rest
  if (definition.internal) return null
  if (kind === undefined || view)
    return <ListScreen key={definition.name + (view?.path ?? '')} definition={definition} view={view} />
  if (kind === 'create' && !id)
    return isMadeByHand(definition) && <FormScreen key={definition.name} definition={definition} />
  if (kind === 'import' && !id)
    return definition.sheets.import === true && <ImportScreen key={definition.name} definition={definition} />
  if (more !== undefined || definition.sheets.isOnly) return null
  if (kind === 'update' && isId(id))
    return <FormScreen key={definition.name + id} definition={definition} id={Number(id)} />
  if (kind === 'view' && isId(id))
    return <ViewScreen key={definition.name + id} definition={definition} id={Number(id)} />
  return null
}

type PageComponent = ComponentType<{ params: Record<string, string> }>

/** The page whose pattern fits: `update/$id` fits update/7. */
function findPage(
  pages: Record<string, PageComponent>,
  rest: readonly string[],
): { Page: PageComponent; params: Record<string, string> } | null {
  for (const [pattern, Page] of Object.entries(pages)) {
    const params = pattern !== '' && match(pattern.split('/'), rest)
    if (params) return { Page, params }
  }
  return null
}

function match(pattern: readonly string[], rest: readonly string[]): Record<string, string> | null {
  if (pattern.length !== rest.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const given = rest[at] ?? ''
    if (part === '$id' && !isId(given)) return null
    if (part.startsWith('$')) params[part.slice(1)] = given
    else if (part !== given) return null
  }
  return params
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)
const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text)

const WEBS = import.meta.glob<{ default: ModuleWeb }>('../../modules/*/pages.web.tsx')
const loaded = new Map<string, Promise<ModuleWeb>>()

/** What a module draws itself, once the first page of it that is asked for can be drawn. */
function webAt(segment: string, rest: readonly string[]): Promise<ModuleWeb> {
  const known = loaded.get(segment)
  if (known) return known
  const load = WEBS[`../../modules/${segment}/pages.web.tsx`]
  const words = segment === 'complaints' ? undefined : loadScreenCatalog()
  const own = load?.().then((web) => web.default) ?? Promise.resolve({})
  const found = Promise.all([own, words, fetchScreen(rest)]).then(([web]) => web)
  loaded.set(segment, found)
  return found
}

const PAGE_AT = {
  Page: Found,
  fetchAhead: (path: string) => fetchAhead(() => fetchScreen(partsOf(path).slice(1))),
}
