import { sql } from 'kysely'
import { type Db, json, row, rows, type Sql } from '#server/db/db.ts'
import { guess, Learner, leastLead, type Model } from './bayes.ts'
import { PROPOSED_FIELDS, type ProposedField } from './proposer.ts'

/** The newest of so many complaints are learnt from: what a chain is told changes over the years. */
const LEARNT_MOST = 50_000
const LEARNT_LEAST = 200
/** Of them the newest are held out twice: to find where it is sure enough, and then to try it on. */
const HELD_SHARE = 0.15
/** What it aims at when it finds where it is sure enough; the promise is RIGHT_LEAST. */
const AIM = 0.85
const AT_ONCE = 500

/** Learns each field anew from the chain's own completed complaints; a night's work, in small steps that hold nobody up. */
export async function learnProposals(db: Db): Promise<void> {
  for (const field of PROPOSED_FIELDS) await learnField(db, field)
}

async function learnField(db: Db, field: ProposedField): Promise<void> {
  const total = Math.min(LEARNT_MOST, await countOf(db, field))
  const held = Math.floor(total * HELD_SHARE)
  const learner = new Learner()
  const tuning: { lead: number; isRight: boolean }[] = []
  const trial = { proposed: 0, right: 0 }
  let model: Model | undefined
  let threshold = Number.POSITIVE_INFINITY
  if (total >= LEARNT_LEAST) {
    await each(db, field, { skip: held * 2, most: total - held * 2 }, ({ text, value }) => learner.add(text, value))
    model = learner.model()
    const learnt = model
    await each(db, field, { skip: held, most: held }, ({ text, value }) => {
      const found = guess(learnt, text)
      if (found) tuning.push({ lead: found.lead, isRight: found.value === value })
    })
    threshold = leastLead(tuning, AIM)
    await each(db, field, { skip: 0, most: held }, ({ text, value }) => {
      const found = guess(learnt, text)
      if (!found || found.lead < threshold) return
      trial.proposed += 1
      if (found.value === value) trial.right += 1
    })
  }
  const { proposed, right } = trial
  const kept = model && Number.isFinite(threshold) ? json({ ...model, threshold }) : null
  await sql`update complaint_proposers set model = ${kept}, learnt_at = now(), learnt_from = ${total - held * 2}, tried = ${held},
      right_share = ${proposed > 0 ? right / proposed : null}, proposed_share = ${held > 0 ? proposed / held : null}
    where field = ${field}`.execute(db)
}

/** What somebody completed, and so looked at, as it came; a merged one speaks of another. */
const learntFrom = (field: ProposedField): Sql =>
  sql`from complaints r where r.state in ('completed', 'closed') and r.deleted_at is null and r.merged_into_id is null and r.${sql.ref(field)} is not null`

async function countOf(db: Db, field: ProposedField): Promise<number> {
  const found = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from (select 1 ${learntFrom(field)} limit ${LEARNT_MOST}) c`,
  )
  return found?.n ?? 0
}

interface Example {
  text: string
  value: number
}

/** Complaints from the newest on, a page at a time: between the pages the server does its other work. */
async function each(
  db: Db,
  field: ProposedField,
  { skip, most }: { skip: number; most: number },
  take: (example: Example) => void,
): Promise<void> {
  let before: number | null = null
  let offset = skip
  for (let left = most; left > 0; ) {
    const page: (Example & { id: number })[] = await rows(
      db,
      { id: 'number', text: 'string', value: 'number' },
      sql`select r.id, r.title || ' ' || left(plain_text(r.content), 4000) as text, r.${sql.ref(field)} as value ${learntFrom(field)}
          ${before === null ? sql`` : sql`and r.id < ${before}`} order by r.id desc limit ${Math.min(AT_ONCE, left)} offset ${offset}`,
    )
    for (const one of page) take(one)
    if (page.length === 0) return
    before = page.at(-1)?.id ?? null
    offset = 0
    left -= page.length
  }
}
