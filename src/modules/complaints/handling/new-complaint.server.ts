import { sql } from 'kysely'
import type { Columns } from '#server/resource/statements.ts'

/** What only the server decides about a new complaint: number, source, priority and deadline of its type. */
export function newComplaint(columns: Columns, source: 'public' | 'staff' | 'email' | 'survey'): Columns {
  const type = columns.feedback_type
  const priority = columns.priority ? sql`${columns.priority}::text` : sql`type_priority(${type}::bigint)`
  const isAssigned = columns.assignee !== null && columns.assignee !== undefined
  return {
    ...columns,
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
