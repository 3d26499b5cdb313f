import { sql } from 'kysely'
import { openDb } from '../src/server/db/db.ts'
import type { Ground } from './fixture-db.ts'
import { send } from './http.ts'
import type { Line } from './table.ts'

const STORES = 100
const ITEMS = 8
const ROUNDS = 5
const OPENINGS = 40
const [SENT_MS, PAGE_MS] = [2000, 100]

/** A round of eight items to a hundred stores, and its page: of all sent, half done with two photos each. */
export async function measureRounds(ground: Ground, url: string, token: string): Promise<Line[]> {
  const call = <D>(method: 'GET' | 'POST', path: string, body?: object) =>
    send(url, token, { method, path: `/api/${path}`, ...(body && { body }) }) as Promise<D>
  const mark = Date.now() % 1_000_000
  const stores: number[] = []
  for (let at = 0; at < STORES; at += 1) {
    const code = `R${mark}-${at}`
    stores.push((await call<{ id: number }>('POST', 'store', { code, name: `Siêu thị ${code}`, manager: 1 })).id)
  }
  const checklist = Array.from({ length: ITEMS }, (_, at) => ({ title: `Việc ${at + 1}`, needs_photo: at < 2 }))
  const template = await call<{ id: number }>('POST', 'task-template', { name: `Trưng bày ${mark}`, checklist })
  const due_at = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const sent: number[] = []
  const pages: number[] = []
  for (let at = 0; at < ROUNDS; at += 1) {
    const body = { title: `Trưng bày ${mark} ${at}`, template: template.id, due_at, stores }
    const began = performance.now()
    const round = await call<{ id: number; sent: number }>('POST', 'task-round', body)
    sent.push(performance.now() - began)
    if (round.sent !== STORES) throw new Error(`${round.sent} of ${STORES} stores got their task`)
    await doHalf(ground, round.id)
    for (let turn = 0; turn < OPENINGS; turn += 1) {
      const opened = performance.now()
      await call('GET', `task-round/${round.id}/progress`)
      pages.push(performance.now() - opened)
    }
  }
  return [
    lineOf('round sent', `${STORES} stores of ${ITEMS} items, ${ROUNDS} times`, sent, SENT_MS),
    lineOf("round's page", `${STORES} stores, 100 photos, ${pages.length} times`, pages, PAGE_MS),
  ]
}

/** As half of the stores would have done it by now. */
async function doHalf({ embedded }: Ground, round: number): Promise<void> {
  const { db, close } = openDb({ url: embedded.url, size: 1, statementTimeout: 0, name: 'bench' })
  try {
    await sql`with done as (
        update task_management set state = 'done', progress = 100, seen_at = now(), finished_at = now(), done_at = now() where round_id = ${round} and id % 2 = 0 returning id
      ), items as (
        update task_checklist_items i set done_at = now(), done_by = 1, photos = case when i.needs_photo then array['bench-' || i.id] else '{}' end from done d where i.task = d.id returning i.id, i.photos
      )
      insert into stored_files (id, name, type, bytes, width, height, has_thumbnail, area, folder, owner, module, record_id, field, created_at, claimed_at, sha256)
      select i.photos[1], 'IMG.jpg', 'image/jpeg', 1, 1200, 900, true, 'upload', 'task-management', 1, 'task-checklist-items', i.id, 'photos', now(), now(), '' from items i where i.photos <> '{}'`.execute(
      db,
    )
  } finally {
    await close()
  }
}

function lineOf(what: string, at: string, times: readonly number[], most: number): Line {
  const sorted = times.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return {
    ...{ what, at, goal: `p95 ≤ ${most} ms` },
    measured: `p50 ${share(0.5).toFixed(0)}, p95 ${share(0.95).toFixed(0)} ms`,
    isMet: share(0.95) <= most,
  }
}
