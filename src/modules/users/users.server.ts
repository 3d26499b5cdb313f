import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { holdsRole, ROLE_POWERS } from '#server/actor.ts'
import { invite } from '#server/auth/invitations.ts'
import { refuseWithoutAdministrator } from '#server/auth/last-administrator.ts'
import { endSessions } from '#server/auth/sessions.ts'
import { type Db, inTransaction, row, type Tx } from '#server/db/db.ts'
import { type FileAccesses, seesRecord } from '#server/files/access.ts'
import { type Call, post } from '#server/http/route.ts'
import { lockedRow } from '#server/resource/handlers.ts'
import { refusedBy } from '#server/resource/judging.ts'
import type { HookCall } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type Columns, change } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { NEEDS_PLACE, userImports } from './import.server.ts'
import { openWorkRoute } from './open-work.server.ts'
import { users } from './users.ts'

/** One's own picture opens to oneself, whoever else of the users one may read. */
export const files: FileAccesses = {
  [users.name]: {
    isOpen: async (db, { record_id }, actor) =>
      (actor.id === record_id && actor.key === undefined) || seesRecord(db, users, record_id, actor),
  },
}

export default serve(users, {
  isSensitive: true,
  adds: { invitation: 'string' },
  imports: userImports,
  before: {
    create: async (columns, hook) => {
      await refuseForeignRole(hook, Number(columns.role))
      await refuseWithoutPlace(hook, columns)
      return columns
    },
    update: async (columns, old, hook) => {
      await refuseForeignRole(hook, Number(old.role))
      const isMoved = columns.role !== undefined && columns.role !== old.role
      if (isMoved && Number(old.id) === hook.actor.id) refuse('own role')
      if (isMoved) await refuseForeignRole(hook, Number(columns.role))
      await refuseWithoutPlace(hook, { ...old, ...columns })
      if (columns.status === 'unactivated' && old.status === 'active')
        await shutOut(hook.tx, hook, Number(old.id), 'deactivated')
      return columns
    },
    destroy: async (old, hook) => {
      if (Number(old.id) === hook.actor.id) refuse('own account')
      await refuseForeignRole(hook, Number(old.role))
      await shutOut(hook.tx, hook, Number(old.id), 'user removed')
    },
    restore: async (old, hook) => {
      await refuseForeignRole(hook, Number(old.role))
      return {}
    },
  },
  judge: (columns, about) =>
    about.isRefused('role', 'store', 'department')
      ? {}
      : refusedBy(() => refuseWithoutPlace({ tx: about.db }, { ...about.old, ...columns })),
  after: {
    create: async (id, { tx }) => ({ invitation: await invite(tx, id) }),
    change: (_id, { tx }) => refuseWithoutAdministrator(tx),
  },
  routes: [
    openWorkRoute,
    post(
      ':id/invite',
      { needs: 'edit', answers: { invitation: 'string' }, summary: 'A new invitation link; earlier ones end' },
      (call) =>
        withUser(call, async (tx, old) => {
          await record(tx, call.actor, {
            action: 'invite',
            module: 'users',
            recordId: call.id,
            title: String(old.user_name),
          })
          return { invitation: await invite(tx, call.id) }
        }),
    ),
    post(':id/block', { needs: 'edit', answers: null, summary: 'Block: out within a second' }, (call) =>
      block(call, true),
    ),
    post(':id/unblock', { needs: 'edit', answers: null, summary: 'Unblock' }, (call) => block(call, false)),
    post(':id/sign-out', { needs: 'edit', answers: null, summary: 'Sign out everywhere' }, (call) =>
      withUser(call, async (tx) => {
        await endSessions(tx, call.actor, call.id, 'signed out by an administrator')
        return null
      }),
    ),
  ],
})

/** Nobody touches a person, or gives a role, with more rights than their own. */
async function refuseForeignRole({ tx, actor }: Pick<HookCall, 'tx' | 'actor'>, role: number): Promise<void> {
  const found = await row(
    tx,
    ROLE_POWERS,
    sql`select permissions, cost_limit from user_roles where id = ${role} and deleted_at is null`,
  )
  if (found && !holdsRole(actor, found)) refuse('more than held')
}

/** Who sees one store, or one department, sees nothing without it. Who may not sign in needs none. */
async function refuseWithoutPlace(
  { tx }: { tx: Db | Tx },
  { role, status, store, department }: Columns,
): Promise<void> {
  const found = await row(tx, { scope: 'string' }, sql`select scope from user_roles where id = ${role}`)
  if (status === 'unactivated') return
  if (found?.scope === 'store' && !store) refuse('invalid', { fields: { store: pack(NEEDS_PLACE.store) } })
  if (found?.scope === 'department' && !department)
    refuse('invalid', { fields: { department: pack(NEEDS_PLACE.department) } })
}

async function shutOut(tx: Tx, { actor }: Pick<HookCall, 'actor'>, id: number, why: string): Promise<void> {
  await endSessions(tx, actor, id, why)
}

async function withUser<R>(call: Call, work: (tx: Tx, old: Columns) => Promise<R>): Promise<R> {
  const done = await inTransaction(call.db, async (tx) => {
    const old = await lockedRow(tx, users, call.id, scopeOf(users, call.actor))
    await refuseForeignRole({ tx, actor: call.actor }, Number(old.role))
    return work(tx, old)
  })
  call.context.sessions.forget(call.id)
  call.context.feed.nudge()
  return done
}

const block = (call: Call, blocked: boolean) =>
  withUser(call, async (tx, old) => {
    if (call.id === call.actor.id) refuse('own account')
    if (old.blocked !== blocked)
      await change(
        tx,
        users,
        { id: call.id, set: { blocked }, action: blocked ? 'block' : 'unblock', scope: null },
        call.actor,
      )
    if (blocked) await endSessions(tx, call.actor, call.id, 'blocked')
    await refuseWithoutAdministrator(tx)
    return null
  })
