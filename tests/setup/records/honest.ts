import type { Chain, Person } from '../chain.ts'
import { FITTING } from './fitting.ts'
import { type Maker, maker, type Schema } from './made-up.ts'

/** An operation as the API's own description has it. */
export interface Operation {
  method: string
  path: string
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[]
  body?: Schema
  takesFile?: boolean
  statuses: number[]
  isRaw: boolean
}

/** A request that keeps to the description, about a record that is there and at its version. */
export interface Honest {
  operation: Operation
  path: string
  body: string | undefined
  /** Tells what was answered, so that what follows is about what is there. */
  answered(status: number, text: string): void
}

interface Known {
  id: number
  version: number
}
type Place = 'live' | 'trashed' | 'completed'

/** Records up to here are for those who send anything; nobody honest speaks of them. */
const LOW = 12

/** Made first and touched by nobody, for others to point at; in this order, as they point at each other. */
const ANCHORS: Record<string, string> = {
  'supplier-groups': 'supplier-group',
  tags: 'tag',
  solutions: 'solution',
  'ticket-types': 'ticket-type',
  departments: 'dept',
  'user-roles': 'role',
  stores: 'store',
  users: 'user',
  shippers: 'shipper',
  'vat-rates': 'vat-rate',
  complaints: 'ticket',
  suppliers: 'supplier',
  'supplier-staffs': 'supplier-staffs',
  products: 'product',
  'promotion-locations': 'promotion-location',
  competitors: 'competitor',
  'task-management': 'task',
  'task-templates': 'task-template',
  'gift-card-events': 'gift-card-events',
  events: 'events',
}

/** What a request needs that no description can give it: such operations are sent like the others, but nobody counts on them. */
const NEEDS_MORE = [
  [/import(?!\/template)|upload|avatar|destroy-file|\/file\/|price-checking\/.*\/fixed$/, 'a file'],
  [/public\/|create-ticket|-register$|follow|invitation|unsubscribe/, 'a challenge solved, or a private link'],
  [/measure|mailbox|mail$|\/mail\/|send-again|update-imap|assistant\/chat|\/propose$/, 'a service outside'],
  [/batch$|POST .*\/export$/, 'the own password'],
  [/unmask|find-company|task\/history-list$|\/\{(?!id\})/, 'a name that only a record knows'],
  [/working-time/, 'a whole week'],
  [/(gift-card-)?event-logs\/\{id\}/, 'what a desk drew'],
  [
    /\/(gift-card-)?events\/(desk|\{id\}\/(release|pause|resume|end|check|draw|change_plan|closing.*)$)/,
    'an event that runs',
  ],
  [/customer-survey-responses\//, 'what a customer answered by a private link'],
  [/\/survey\/\{id\}\/(questions|open|reopen)$/, 'questions that fit together, or a state'],
  [
    /\/api\/(bulk|job|export)\/|presence|notification\/update|schedule\/\{id\}|saved-view/,
    'something of one’s own that runs',
  ],
  [
    /\/(close|reopen|unmerge|merge|pause|resume|delivered|failed|approve-cost|reject-cost|extend|take-back-extension|undo-ended)$/,
    'a state',
  ],
  [/order\/(scan-order-success|undo-scan)$/, 'an order that waits to be scanned'],
  [/\/task\/\{id\}\/(approve|reject|spent|repetition\/.+)$|\/task-round\/\{id\}\/give$/, 'a state'],
  [/\/order\/\{id\}\/(retry|undo-delivered|settle-conflict)$/, 'a state'],
  [/-(invoice|issue)$|\/unblock$|\/undo-right$|supplier-staffs-checking\/(in|out|.+\/resolve)$/, 'a state'],
  [/known-cards$/, 'desks that may go without a line, which is off unless a chain wants it'],
  [/\/(assign|assign-to|assignees)$/, 'a complaint, and somebody who handles those of its store'],
] as const

export const isCounted = ({ method, path }: Operation): boolean =>
  !NEEDS_MORE.some(([like]) => like.test(`${method} ${path}`))

/** Makes honest requests, and knows by the answers which records there are. */
export class HonestClient {
  readonly #operations: Map<string, Operation>
  readonly #make: Maker
  readonly #anchors: Record<string, number[]> = {}
  readonly #known = new Map<string, Known[]>()

  constructor(operations: readonly Operation[], seed: number) {
    this.#operations = new Map(operations.map((one) => [`${one.method} ${one.path}`, one]))
    this.#make = maker(seed, (module) => {
      const ids = this.#anchors[module]
      return ids?.length ? this.#make.one(ids) : null
    })
  }

  /** Makes what others point at. */
  async settle(chain: Chain, by: Person): Promise<void> {
    // The first department is led by somebody, and people are of a department.
    this.#anchors.users = [by.id]
    this.#anchors.administrators = [by.id]
    for (const [module, wire] of Object.entries(ANCHORS)) {
      const made: number[] = []
      for (let id = 0; id < LOW + 3; ) {
        const body = this.#bodyOf(`POST /api/${wire}`, this.#operations.get(`POST /api/${wire}`)?.body ?? {})
        const answer = await chain.call<{ id: number }>('POST', wire, { by, body })
        if (answer.status !== 201) throw new Error(`${wire}: ${JSON.stringify([body, answer])}`)
        id = answer.data.id
        if (id > LOW) made.push(id)
      }
      this.#anchors[module] = made
    }
  }

  /** A request of this operation, or of the one that makes the record it is about. */
  request(operation: Operation): Honest {
    const wire = wireOf(operation)
    if (!operation.path.includes('{id}')) return this.#filled(operation, null)
    const from = placeBefore(operation)
    const known = this.#taken(wire, from)
    if (known) return this.#filled(operation, known)
    const before = WAYS[from]
    const way = this.#operations.get(`${before.method} /api/${wire}${before.path}`)
    if (!way) throw new Error(`Nothing makes a ${wire} that is ${from}`)
    return this.request(way)
  }

  #filled(operation: Operation, known: Known | null): Honest {
    const { method, path, parameters, body: schema } = operation
    const asked = this.#fitting(path, Object.fromEntries(this.#asked(parameters)))
    const query = Object.entries(asked).flatMap(([name, value]) =>
      [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
    )
    const body = schema && this.#bodyOf(`${method} ${path}`, schema)
    if (known && body && 'version' in (schema.properties ?? {})) body.version = known.version
    const filled = path.replace('{id}', String(known?.id))
    return {
      operation,
      path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
      body: body && JSON.stringify(body),
      answered: (status, text) => this.#learn(operation, known, status, text),
    }
  }

  #asked(parameters: Operation['parameters']): [string, unknown][] {
    const inQuery = parameters.filter((one) => one.in === 'query' && (one.required || this.#make.chance(0.3)))
    return inQuery.flatMap(({ name, schema }) => {
      const value = this.#make.valid(schema)
      return value === null ? [] : [[name, value]]
    })
  }

  #bodyOf(name: string, schema: Schema): Record<string, unknown> {
    const made = this.#make.valid({ type: 'object', ...schema }) as Record<string, unknown> // an object, as its schema says
    return this.#fitting(name, made)
  }

  /** What several values together ask for, which no description says. */
  #fitting(name: string, made: Record<string, unknown>): Record<string, unknown> {
    const fitting = Object.entries(FITTING).filter(([like]) => new RegExp(like).test(name))
    return fitting.reduce((now, [, fitted]) => fitted(now, this.#make), made)
  }

  #taken(wire: string, place: Place): Known | undefined {
    return this.#known.get(`${wire} ${place}`)?.pop()
  }

  #keep(wire: string, place: Place, one: Known): void {
    const key = `${wire} ${place}`
    this.#known.set(key, [...(this.#known.get(key) ?? []), one])
  }

  #learn(operation: Operation, known: Known | null, status: number, text: string): void {
    const { method, path } = operation
    const wire = wireOf(operation)
    if (status >= 300) return
    if (method === 'GET' && known) this.#keep(wire, placeBefore(operation), known)
    else if (method === 'DELETE' && known) this.#keep(wire, 'trashed', { ...known, version: known.version + 1 })
    else if (path === `/api/${wire}` || method === 'PUT' || /\/(restore|completed|undo-completed)$/.test(path)) {
      const { Data: made } = JSON.parse(text) as { Data: Partial<Known> | null }
      if (!made?.id || !made.version || made.id <= LOW || (known && known.id !== made.id)) return
      this.#keep(wire, path.endsWith('/completed') ? 'completed' : 'live', { id: made.id, version: made.version })
    }
  }
}

const wireOf = ({ path }: Operation): string => path.split('/')[2] ?? ''

/** How what an operation is about must stand before it. */
const placeBefore = ({ path }: Operation): Place =>
  path.endsWith('/restore') ? 'trashed' : path.endsWith('/undo-completed') ? 'completed' : 'live'
const WAYS: Record<Place, { method: string; path: string }> = {
  live: { method: 'POST', path: '' },
  trashed: { method: 'DELETE', path: '/{id}' },
  completed: { method: 'POST', path: '/{id}/completed' },
}
