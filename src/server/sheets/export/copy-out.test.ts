import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { CopiedFields, textAt } from './copied-text.ts'
import { copyOut } from './copy-out.ts'

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The first field of every row, and in how many pieces they came. */
async function copied(client: pg.Client, select: string): Promise<{ found: string[]; pieces: number }> {
  const fields = new CopiedFields(2)
  const found: string[] = []
  let pieces = 0
  for await (const rows of copyOut(client, select)) {
    const length = fields.look(rows)
    for (let row = 0; row < length; row += 1) found.push(textAt(rows, fields.from(row, 0), fields.to(row, 0)))
    pieces += 1
    await new Promise((later) => setTimeout(later, 1)) // whoever writes them is slower than the database
  }
  return { found, pieces }
}

test('rows come whole and in their order, however they are cut on the wire, and the connection goes on', async () => {
  const client = await connected()
  const many = await copied(client, `select n, repeat('ạ', n % 50) from generate_series(1, 60000) n`)
  expect(many.found).toEqual(Array.from({ length: 60_000 }, (_, at) => String(at + 1)))
  expect(many.pieces).toBeGreaterThan(5)
  expect((await copied(client, 'select 1, 2 where false')).found).toEqual([])
  expect((await client.query('select 7 as seven')).rows).toEqual([{ seven: 7 }])
})

test('a row longer than all that waits comes as one', async () => {
  const lengths = [3_000_000, 1, 700_000, 2]
  const { found } = await copied(
    await connected(),
    `select repeat('x', length), 'end' from unnest(array[${lengths}]) with ordinality as rows(length, at) order by at`,
  )
  expect(found.map((text) => text.length)).toEqual(lengths)
})

test('what the database says between rows is heard, and an error after them is thrown', async () => {
  const client = await connected()
  const said: string[] = []
  client.on('notice', ({ message }) => said.push(String(message)))
  await client.query(`create function pg_temp.telling(n int) returns int language plpgsql as $$ begin
    if n % 1000 = 0 then raise notice 'at %', n; end if; return n; end $$`)
  const { found } = await copied(client, 'select pg_temp.telling(n), 1 from generate_series(1, 3000) n')
  expect(found).toHaveLength(3000)
  expect(said).toEqual(['at 1000', 'at 2000', 'at 3000'])
  await expect(copied(client, 'select 1 / (20000 - n), 1 from generate_series(1, 30000) n')).rejects.toThrow(
    'division by zero',
  )
  expect((await client.query('select 8 as eight')).rows).toEqual([{ eight: 8 }])
})
