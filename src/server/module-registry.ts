import { access } from 'node:fs/promises'
import { modules, pages, services } from '../modules/index.ts'
import type { Definition } from '../shared/resource.ts'
import { auditRoute } from './activity/audit.ts'
import type { ActivityConsumer } from './activity/readers.ts'
import { streamRoute } from './activity/stream.ts'
import type { AppContext, StaffMailWriter } from './app-context.ts'
import { accountRoutes } from './auth/account.ts'
import { invitationRoutes } from './auth/invitations.ts'
import { mailConnectionRoutes } from './auth/mail-connection.ts'
import { signInRoutes } from './auth/sign-in.ts'
import type { Check } from './counters/counters.ts'
import type { Db, Tx } from './db/db.ts'
import type { FileAccesses } from './files/access.ts'
import { fileRoutes } from './http/file-routes.ts'
import { challengeRoute } from './http/public-form.ts'
import { referenceRoutes } from './http/reference.ts'
import type { Route } from './http/route.ts'
import type { Job, Timed } from './jobs/jobs.ts'
import { jobRoutes } from './jobs/routes.ts'
import { placeRoutes } from './places/routes.ts'
import type { AnonymizeBeside } from './private/subject.ts'
import { bulkActionsOf } from './resource/actions.ts'
import type { FindBulkAction } from './resource/bulk/bulk.ts'
import { progressRoutes } from './resource/bulk/bulk.ts'
import type { ServedModule } from './resource/module-options.ts'
import { knowReferrers } from './resource/referrers.ts'
import { serve } from './resource/routes.ts'
import type { FindImports } from './sheets/sheets.ts'
import { exportRoutes } from './sheets/sheets.ts'

/** What a module's x.server.ts may export beside its served resource. */
export interface ModuleServer {
  default?: ServedModule | { routes: readonly Route[] }
  /** Other modules that it serves too: second faces of its table, and what is kept together with it. */
  also?: readonly ServedModule[]
  /** Named work that `queueJob` asks for; a name belongs to one module. */
  jobs?: (context: AppContext) => Readonly<Record<string, Job>>
  /** Mails to our own people that `queueStaffMails` asks for; a name belongs to one module. */
  staffMails?: Readonly<Record<string, StaffMailWriter>>
  /** Work at certain times. */
  timed?: (context: AppContext) => readonly Timed[]
  /** Reads the activity once for the whole chain, in one transaction with its own mark: notifications, mail. */
  reader?: ActivityConsumer | readonly ActivityConsumer[]
  /** Proves what the module keeps ahead beside its rows; `npm run verify` runs it. */
  verify?: Check | readonly Check[]
  /** Makes anew what the module itself counts by days, where the chain has moved to another zone. */
  recount?: (tx: Tx) => Promise<void>
  /** What goes on as long as the server does, e.g. the post; answers how to stop it. */
  running?: (context: AppContext) => () => Promise<void>
  /** Takes what says who somebody was out of the tables that the module keeps beside these records. */
  erase?: (tx: Tx, ids: number[]) => Promise<void>
  /** Who may open files, by the module of the record that holds them, where that is not whoever reads the record. */
  files?: FileAccesses
  /** What must be there before the first request, e.g. the delivered roles. */
  prepare?: (db: Db) => Promise<void>
}

export interface ModuleRegistry {
  routes: Route[]
  staffMails: Record<string, StaffMailWriter>
  servers: { name: string; server: ModuleServer }[]
}

/** Finds each module's server part by name and gathers every route of the product. */
export async function loadModules(): Promise<ModuleRegistry> {
  knowReferrers(modules)
  const servers: ModuleRegistry['servers'] = []
  const routes: Route[] = [
    ...signInRoutes,
    ...accountRoutes,
    ...mailConnectionRoutes,
    ...invitationRoutes,
    ...fileRoutes(() => Object.assign({}, ...servers.map(({ server }) => server.files))),
    ...referenceRoutes(() => all),
    streamRoute,
    challengeRoute,
    auditRoute,
    ...jobRoutes,
    ...placeRoutes,
    ...progressRoutes,
    ...exportRoutes,
  ]
  for (const { name } of modules) {
    const server = await find(name)
    if (server) servers.push({ name, server })
  }
  for (const served of servers.flatMap(({ server }) => server.also ?? []))
    servers.push({ name: served.definition.name, server: { default: served } })
  for (const definition of modules) {
    const own = servers.find(({ name }) => name === definition.name)?.server
    routes.push(...(own?.default?.routes ?? plain(definition)))
  }
  for (const name of [...pages, ...services]) {
    const server = await find(name)
    if (!server) continue
    servers.push({ name, server })
    routes.push(...(server.default?.routes ?? []))
  }
  refuseDoubles(routes)
  const all = ordered(routes)
  return { routes: all, staffMails: staffMailsOf(servers), servers }
}

/** What a module says about rows from workbooks. */
export const findImports =
  ({ servers }: ModuleRegistry): FindImports =>
  (module) => {
    const served = servers.find((one) => one.name === module)?.server.default
    return (served && 'serving' in served && served.serving.imports) || {}
  }

/** What may be done to many records of a module, for the job that does it. */
export const findBulkAction =
  ({ servers }: ModuleRegistry): FindBulkAction =>
  (module, name) => {
    const definition = modules.find((one) => one.name === module)
    const served = servers.find((one) => one.name === module)?.server.default
    if (!definition) return undefined
    const act = bulkActionsOf(definition, served && 'serving' in served ? served.serving : {})[name]
    return act && { ...act, permission: definition.permission }
  }

/** How each module erases what it keeps beside its records. */
export const besideOf = ({ servers }: Pick<ModuleRegistry, 'servers'>): AnonymizeBeside =>
  Object.fromEntries(servers.map(({ name, server }) => [name, server.erase]))

function staffMailsOf(servers: ModuleRegistry['servers']): Record<string, StaffMailWriter> {
  const named: Record<string, StaffMailWriter> = {}
  for (const { name, server } of servers)
    for (const [key, writer] of Object.entries(server.staffMails ?? {})) {
      if (named[key]) throw new Error(`${name} writes a mail ${key} that another module writes already`)
      named[key] = writer
    }
  return named
}

const plain = (definition: Definition): readonly Route[] => serve(definition).routes

async function find(name: string): Promise<ModuleServer | null> {
  const file = new URL(`../modules/${name}/${name}.server.ts`, import.meta.url)
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  return isThere ? ((await import(file.href)) as ModuleServer) : null // the file's own exports
}

function refuseDoubles(routes: readonly Route[]): void {
  const seen = new Set<string>()
  for (const { method, path } of routes) {
    const key = `${method} ${path}`
    if (seen.has(key)) throw new Error(`Two routes answer ${key}`)
    seen.add(key)
  }
}

const ordered = (routes: Route[]): Route[] =>
  routes.toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
