import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { choice, decimal, ref, text } from '../../../src/shared/fields.ts'
import { learn } from '../../../src/shared/language.ts'
import { type Definition, resource } from '../../../src/shared/resource.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { openFresh } from '../../setup/database/database.ts'

/** A register that nobody of the assistant has heard of: its definition, and the words of its labels. */
const coldChecks = resource('cold-checks', {
  label: 'Cold checks',
  one: 'Cold check',
  access: { permission: 'task-management' },
  ownership: { store: 'store' },
  fields: {
    room: text('Cold room', { required: true }),
    degrees: decimal('Degrees'),
    store: ref('Store', 'stores', { required: true }),
    state: choice('Outcome of the check', [
      { value: 'to_correct', label: 'Too warm' },
      { value: 'fine', label: 'Cold enough' },
    ]),
  },
})
const listed = modules as Definition[] // the table of contents is written once, but for this register
listed.push(coldChecks)

const { demoChainIn } = await import('./demo-chain.ts')
const { db, actor, ask } = await demoChainIn((await openFresh(3)).db, newFolder('assistant'))
learn('vi', {
  'Cold checks': 'Phiếu kiểm tra kho lạnh',
  'Cold check': 'Kiểm tra kho lạnh',
  'Too warm': 'Quá ấm',
  'Cold enough': 'Đủ lạnh',
  Degrees: 'Nhiệt độ',
})
learn('ko', {
  'Cold checks': '냉장 점검',
  'Cold check': '냉장 점검표',
  'Too warm': '너무 따뜻함',
  'Cold enough': '충분히 차가움',
  Degrees: '온도',
})
await sql`create table cold_checks (id bigint generated always as identity primary key, version int not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by bigint, updated_by bigint, deleted_at timestamptz, room text, degrees numeric, store bigint, state text)`.execute(
  db,
)
await sql`insert into cold_checks (room, degrees, store, state, created_at)
  select 'Kho ' || n, n % 7, (select id from stores where code = case when n % 3 = 0 then 'S02' else 'S01' end), case when n % 4 = 0 then 'to_correct' else 'fine' end,
    now() - n * interval '3 hours' from generate_series(1, 60) n`.execute(db)

const count = async (where: string): Promise<number> =>
  Number(
    (
      await sql
        .raw<{ n: number }>(
          `select count(*)::int as n from cold_checks r join stores s on s.id = r.store where ${where}`,
        )
        .execute(db)
    ).rows[0]?.n,
  )

test('a register that only has its definition is asked about at once, in three languages', async () => {
  const admin = await actor('admin')
  const warm = await count(`state = 'to_correct'`)
  const warmThere = await count(`state = 'to_correct' and s.code = 'S02'`)
  expect((await ask(admin, 'how many cold checks are there', 'en')).text).toMatch(/: 60\./)
  expect((await ask(admin, 'how many cold checks are too warm', 'en')).text).toContain(`: ${warm}.`)
  expect((await ask(admin, 'có bao nhiêu phiếu kiểm tra kho lạnh quá ấm ở Hà Đông', 'vi')).text).toContain(
    `: ${warmThere}.`,
  )
  expect((await ask(admin, '너무 따뜻함 냉장 점검 몇 건', 'ko')).text).toContain(`: ${warm}.`)
  const ranked = await ask(admin, 'cửa hàng nào có nhiều phiếu kiểm tra kho lạnh nhất', 'vi')
  expect(ranked.figure?.rows[0]).toMatchObject({ label: 'S01 An Nhiên Cầu Giấy', value: await count(`s.code = 'S01'`) })
  expect((await ask(admin, 'average degrees of cold checks', 'en')).text).toMatch(/: 3(\.\d)? \(/)
})

test('it is not told to who is of another store', async () => {
  const manager = await actor('manager01')
  expect((await ask(manager, 'how many cold checks are there', 'en')).text).toContain(
    `: ${await count(`s.code = 'S01'`)}.`,
  )
  expect((await ask(manager, 'how many cold checks does Hà Đông have', 'en')).figure).toBeNull()
})
