import { count, type Fields } from '../../shared/fields.ts'
import type { Refusal, RefusalName } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import type { Right } from '../../shared/users/permissions.ts'
import type { Actor } from '../actor.ts'
import type { AppContext } from '../app-context.ts'
import type { BoardLayouts } from '../board/board.ts'
import type { Db, Sql, Tx } from '../db/db.ts'
import type { DiscussionOptions } from '../discussion/story.ts'
import type { AnswerObject } from '../http/answers.ts'
import type { Wrong } from '../http/judging.ts'
import type { Call, ExtraBody, Route, RowCall } from '../http/route.ts'
import type { Imports } from './import-options.ts'
import type { OwnFilters } from './query/where.ts'
import type { Columns } from './statements.ts'

export interface HookCall {
  tx: Tx
  actor: Actor
  call: Call
}
/** The hook of an act that may come without a request of its own. */
export type RowHook = Omit<HookCall, 'call'>

/** A condition on the row as it stands (`b`) under which a step is refused, and with which words. */
export interface Guard {
  where: Sql
  refusal: RefusalName
  /** What the words leave open, by placeholder. */
  says?: Readonly<Record<string, Sql>>
  /** What is wrong with the fields that were asked, packed. */
  fields?: Readonly<Record<string, string>>
}

/** What a module's judging is told beside the columns that are right. */
export interface Judged {
  db: Db
  actor: Actor
  context: AppContext
  call: Call
  /** The row as it stands, where it is an update. */
  old?: Columns | undefined
  /** Whether one of these fields was refused by itself. */
  isRefused: (...names: readonly string[]) => boolean
}

/** Something done to one record that may be done to many: by a screen's selection, or by a filter. */
export interface BulkAction {
  /** In words, for the API reference. */
  summary: string
  needs: Right
  /** Makes new records: it honours Idempotency-Key. */
  creates?: true
  /** Asked once for all records. */
  body: Fields
  /** What is not given stays as it is. */
  isPartial?: boolean
  /** Checks scope, state and the version in `body.version` as the act on one record does; throws the refusal. */
  run(call: RowCall): Promise<unknown>
}

/** What became of one record of many. */
export type BatchOutcome = 'created' | 'updated' | 'unchanged'

/** What a module adds to its resource; the ladder of design/architecture.md. */
export interface ModuleOptions {
  filters?: OwnFilters
  /** Names beside the fields that the hooks read from the request themselves, e.g. a role's permissions. */
  beside?: ExtraBody
  before?: {
    /** Changes or adds columns of a new record; it may read, but writes nothing: the record may be all its transaction holds. */
    create?: (columns: Columns, hook: HookCall, body: Record<string, unknown>) => Promise<Columns> | Columns
    /** Changes or adds columns of an update; `old` is the row as it stands, locked. */
    update?: (
      columns: Columns,
      old: Columns,
      hook: HookCall,
      body: Record<string, unknown>,
    ) => Promise<Columns> | Columns
    destroy?: (old: Columns, hook: RowHook) => Promise<void> | void
    /** Columns that change as a record leaves the trash, where what came meanwhile has its place. */
    restore?: (old: Columns, hook: RowHook & { context: AppContext }) => Promise<Columns> | Columns
    /** Columns a step sets beside the state. */
    step?: (name: string, columns: Columns, actor: Actor) => Columns
  }
  /** What the hooks would refuse of a body, by field, of the columns that are right so far: told beside whatever else is wrong. */
  judge?: (columns: Columns, about: Judged) => Promise<Wrong> | Wrong
  /** What, beside the state, holds a step up; `asked` is what was told with it, checked. */
  guards?: (step: string, asked: Columns, actor: Actor) => readonly Guard[]
  after?: {
    create?: (id: number, hook: HookCall, body: Record<string, unknown>) => Promise<object | void>
    change?: (id: number, hook: RowHook & { context: AppContext }) => Promise<void>
    /** What goes with a step, by its name, in its transaction. */
    step?: Readonly<Record<string, (id: number, hook: RowHook & { context: AppContext }) => Promise<void>>>
  }
  /** What `after.create` adds to the answer of a new record. */
  adds?: AnswerObject
  /** What holds of rows that come from a workbook. */
  imports?: Imports
  /** Of a definition with `comments`, where they are told otherwise than everywhere. */
  discussion?: DiscussionOptions
  /** Of a definition with a `board`: what its cards may be laid out by beside that, by name. */
  boardLayouts?: BoardLayouts
  /** Of records that another system sends many at once, where they are not simply changed. */
  batch?: {
    /** Sets right what only another system says so; of some records at once, which it changes in place. */
    prepare?: (tx: Tx, records: readonly Columns[]) => Promise<void>
    /**
     * Changes one record that is there, known by its own number or code; `columns` are checked, and refs point at what is there. Of them
     * the sender has named some; the others stay. What it has written with a refusal that it answers stays, of one that it throws nothing does.
     */
    write?: (
      tx: Tx,
      columns: Columns,
      call: Pick<Call, 'actor'> & { named: readonly string[] },
    ) => Promise<{ id: number; outcome: BatchOutcome } | { refusal: Refusal }>
  }
  /** What else may be done to many records at once, by name; see acts.ts. */
  acts?: Record<string, BulkAction>
  /** Routes of its own, below the wire name. */
  routes?: readonly Route[]
  /** Routes elsewhere below /api, by their whole path: a public form, a part of the table under a wire name of its own. */
  rootRoutes?: readonly Route[]
  /** New records may be sent later by a device that had no line (`late.ts`). */
  mayBeLate?: true
  /** What only people do: no API key calls any of its routes. */
  isForPeople?: true
  /** What decides who may do what: to change it, the password is asked for again. */
  isSensitive?: true
  /** Left out of the five, where the module brings its own or has none; without `destroy` there is no trash to restore from either. */
  without?: readonly ('list' | 'create' | 'show' | 'update' | 'destroy')[]
}

export interface ServedModule {
  definition: Definition
  serving: ModuleOptions
  routes: Route[]
}

export const VERSION = count('Version', { min: 1, required: true })
/** Whoever says which version they saw is told where the record has moved on since. */
export const AS_SEEN = { isPartial: true, body: { version: count('Version', { min: 1 }) } } as const
