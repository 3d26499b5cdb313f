import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import { type Db, inTransaction, isUniqueViolation, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { namedAnswer, oneOf } from '#server/http/answers.ts'
import { type Call, del, post, type Route } from '#server/http/route.ts'
import { placeSql, scopeOf } from '#server/resource/scope.ts'
import { assertVisible } from '#server/resource/visible.ts'
import { choice, ref } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { LINK_KINDS, type LinkKind, OTHER_END } from '../links.ts'
import { DUPLICATE, DUPLICATE_LINE, type DuplicateLine, LINE } from './duplicates.server.ts'

const LINKS_MOST = 50

export const LINKED = namedAnswer('Link', {
  id: 'number',
  kind: oneOf(...LINK_KINDS.map(({ value }) => value)),
  complaint: DUPLICATE,
})

export const linkRoutes: Route[] = [
  post(
    ':id/link',
    {
      needs: 'edit',
      body: {
        to: ref('Complaint', 'complaints', { required: true }),
        kind: choice('How they are related', LINK_KINDS, { required: true }),
      },
      answers: { data: [LINKED] },
      summary: 'Link to another complaint',
    },
    (call) => link(call),
  ),
  del(':id/link/:link', { needs: 'edit', answers: { data: [LINKED] }, summary: 'Remove a link' }, (call) =>
    unlink(call),
  ),
]

export interface Link {
  id: number
  kind: LinkKind
  complaint: DuplicateLine
}

/** The links of a complaint, from its own end; what the actor may not see is not there. */
export async function linksOf(db: Db | Tx, actor: Actor, id: number): Promise<Link[]> {
  const scope = scopeOf(complaints, actor)
  const found = await rows(
    db,
    {
      ...DUPLICATE_LINE,
      link: 'number',
      kind: narrowed<LinkKind>('string'),
      isOwn: 'boolean',
    },
    sql`select l.id as link, l.kind, l.one = ${id} as "isOwn", ${LINE}
        from (select * from complaint_links where one = ${id} union all select * from complaint_links where other = ${id}) l
        join complaints r on r.id = case when l.one = ${id} then l.other else l.one end
        where r.deleted_at is null ${scope ? sql`and ${scope}` : sql``} order by l.id limit ${sql.lit(LINKS_MOST)}`,
  )
  return found.map(({ link: linkId, kind, isOwn, ...complaint }) => ({
    id: linkId,
    kind: isOwn ? kind : OTHER_END[kind],
    complaint,
  }))
}

async function link({ db, actor, id, body, context }: Call): Promise<{ data: Link[] }> {
  const other = Number(body.to)
  const wished = LINK_KINDS.find(({ value }) => value === body.kind)?.value ?? 'related'
  await assertVisible(db, complaints, id, actor)
  if (other === id) refuse('invalid', { fields: { to: pack('A complaint cannot be linked to itself') } })
  if (!(await isSeen(db, other, actor)))
    refuse('invalid', { fields: { to: pack('{{field}} is not valid', { field: 'Complaint' }) } })
  const isTurned = wished === 'cause of' || wished === 'parent of'
  await inTransaction(db, async (tx) => {
    await sql`insert into complaint_links (one, other, kind, created_by) values (${isTurned ? other : id}, ${isTurned ? id : other},
        ${isTurned ? OTHER_END[wished] : wished}, ${actor.id})`
      .execute(tx)
      .catch(refuseSecond)
    await logBoth(tx, actor, 'link', [id, other], wished)
  })
  context.feed.nudge()
  return { data: await linksOf(db, actor, id) }
}

async function unlink({ db, actor, id, params, context }: Call): Promise<{ data: Link[] }> {
  await assertVisible(db, complaints, id, actor)
  const found = (await linksOf(db, actor, id)).find((one) => one.id === Number(params.link)) ?? refuse('not found')
  await inTransaction(db, async (tx) => {
    const gone = await row(tx, sql`delete from complaint_links where id = ${found.id} returning id`)
    if (!gone) refuse('not found')
    await logBoth(tx, actor, 'unlink', [id, found.complaint.id], found.kind)
  })
  context.feed.nudge()
  return { data: await linksOf(db, actor, id) }
}

async function isSeen(db: Db, id: number, actor: Actor): Promise<boolean> {
  const scope = scopeOf(complaints, actor)
  const found = await row(
    db,
    sql`select 1 as n from complaints r where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
  )
  return found !== undefined
}

function refuseSecond(error: unknown): never {
  if (isUniqueViolation(error)) refuse('invalid', { fields: { to: pack('These two are linked already') } })
  throw error
}

/** A line of history on both, each naming the other from its own end. */
async function logBoth(tx: Tx, actor: Actor, action: string, [id, other]: [number, number], kind: LinkKind) {
  const sides = await rows(
    tx,
    { id: 'number', issue_number: 'string', title: 'string', place: jsonOf<object>() },
    sql`select r.id, r.issue_number, r.title, ${placeSql(complaints, 'r')} as place from complaints r where r.id in (${id}, ${other})`,
  )
  for (const side of sides) {
    const far = sides.find((one) => one.id !== side.id)
    await record(tx, actor, {
      action,
      module: complaints.name,
      recordId: side.id,
      title: side.title,
      place: side.place,
      changes: {
        [action]: [null, { id: far?.id, number: far?.issue_number }],
        kind: [null, side.id === id ? kind : OTHER_END[kind]],
      },
    })
  }
}
