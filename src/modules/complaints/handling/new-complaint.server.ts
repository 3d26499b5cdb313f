import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import type { Columns } from '#server/resource/statements.ts'
import { ruledColumns, rulingOf } from '../assignment/rules.server.ts'

/**
 * What only the server decides about a new complaint: number, source, priority and deadline of its type, and who gets it where nobody was
 * named and a rule assigns by itself. A rule begins no handling: the first reply is still owed.
 */
export async function newComplaint(
  db: Db | Tx,
  columns: Columns,
  source: 'public' | 'staff' | 'email' | 'survey',
): Promise<Columns> {
  const type = columns.feedback_type
  const isAssigned = isGiven(columns.assignee)
  const ruled = isAssigned || isGiven(columns.department) ? {} : await ruledAs(db, columns, source)
  const given = columns.priority ?? ruled.priority
  const priority = given ? sql`${given}::text` : sql`type_priority(${type}::bigint)`
  return {
    ...columns,
    ...ruled,
    source,
    priority,
    state: isAssigned ? 'processing' : 'new',
    handle_date: isAssigned ? sql`now()` : null,
    wait_minutes: isAssigned ? 0 : null,
    due_at: sql`ticket_deadline(${type}::bigint, ${priority}, now())`,
    handle_due_at: sql`handling_deadline(${type}::bigint, ${priority}, now())`,
    law_due_at: sql`law_deadline(now())`,
    follow_token: sql`replace(replace(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+', '-'), '/', '_')`,
    issue_number: sql`next_issue_number(now())`,
  }
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined

async function ruledAs(db: Db | Tx, { store, feedback_type }: Columns, source: string): Promise<Columns> {
  const ruling = await rulingOf(db, { store: Number(store), type: Number(feedback_type), source })
  return ruling?.by_itself ? ruledColumns(ruling) : {}
}
