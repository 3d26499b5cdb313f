import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const marketing = await chain.person({ role: 'Marketing' })
const [here, there] = chain.stores

interface Promotion {
  id: number
  version: number
  status: string
  active: boolean
  starts_on: string
  ends_on: string
  stores: { id: number }[]
  images: { id: string }[]
  product_name: string
  reason: string | null
}
interface Bulk {
  id: number
  done: number
  refused: number
}

const today =
  (await row(chain.db, { day: 'string' }, sql`select ((now() at time zone chain_zone())::date)::text as day`))?.day ??
  ''
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
let serial = 0
const kept = async (more: object = {}) => {
  const made = await chain.call<Promotion>('POST', 'product-promotions', {
    by: marketing,
    body: {
      product_name: `Bánh quy ${++serial}`,
      ...{ price: 30_000, promotion_price: 24_000, starts_on: dayFrom(-3), ends_on: dayFrom(3), stores: [here] },
      ...more,
    },
  })
  expect(made.status, JSON.stringify(made.data)).toBe(201)
  return made.data
}
const act = async (name: string, promotions: readonly Promotion[], body: object = {}) =>
  (
    await chain.call<Bulk>('POST', `product-promotions/bulk/${name}`, {
      by: marketing,
      body: { ...body, rows: promotions.map(({ id, version }) => [id, version]) },
    })
  ).data
const why = async ({ id }: Bulk) =>
  (await chain.call<{ data: { reason: string }[] }>('GET', `bulk/${id}/refused`, { by: marketing })).data.data.map(
    ({ reason }) => reason,
  )
const shown = async ({ id }: { id: number }) =>
  (await chain.call<Promotion>('GET', `product-promotions/${id}`, { by: marketing })).data
const named = async (name: string) =>
  (
    await chain.call<{ data: Promotion[] }>('GET', `product-promotions?sort=id&search=${encodeURIComponent(name)}`, {
      by: marketing,
    })
  ).data.data

test('several are extended at once, each by the same days', async () => {
  const [one, two] = [await kept(), await kept({ ends_on: dayFrom(10) })]
  expect(await act('extend', [one, two], { days: 7 })).toMatchObject({ done: 2, refused: 0 })
  expect([(await shown(one)).ends_on, (await shown(two)).ends_on]).toEqual([dayFrom(10), dayFrom(17)])
})

test('what an extension would make overlap is refused with the sentence, and done with a reason', async () => {
  const one = await kept()
  await kept({ product_name: one.product_name, starts_on: dayFrom(5), ends_on: dayFrom(9) })
  const refused = await act('extend', [one], { days: 2 })
  expect([refused.done, refused.refused, await why(refused)]).toEqual([
    0,
    1,
    ['Overlaps with 1 promotion of the same product: this needs a reason'],
  ])
  expect((await shown(one)).ends_on).toBe(dayFrom(3))
  expect(await act('extend', [one], { days: 2, reason: 'Nối hai đợt' })).toMatchObject({ done: 1 })
  expect(await shown(one)).toMatchObject({ ends_on: dayFrom(5), reason: 'Nối hai đợt' })
})

test('a reason for a deep discount is none for an overlap that an extension makes', async () => {
  const one = await kept({ promotion_price: 9000, reason: 'Xả hàng cận hạn' })
  expect(await act('extend', [one], { days: 1 })).toMatchObject({ done: 1 })
  await kept({ product_name: one.product_name, starts_on: dayFrom(5), ends_on: dayFrom(9) })
  const refused = await act('extend', [await shown(one)], { days: 2 })
  expect((await why(refused))[0]).toContain('Overlaps with 1 promotion of the same product')
  expect(await act('extend', [await shown(one)], { days: 2, reason: 'Nối hai đợt' })).toMatchObject({ done: 1 })
})

test('what runs is ended now: at once, whatever day it is; what does not run is told', async () => {
  const running = await kept()
  const begun = await kept({ starts_on: today })
  const [planned, over] = [await kept({ starts_on: dayFrom(1) }), await kept({ ends_on: dayFrom(-1) })]
  const ended = await act('end', [running, begun, planned, over])
  expect([ended.done, ended.refused]).toEqual([2, 2])
  expect(await why(ended)).toEqual(Array(2).fill('This promotion is not running today.'))
  expect(await shown(running)).toMatchObject({ status: 'ended', ends_on: dayFrom(-1) })
  expect(await shown(begun)).toMatchObject({ status: 'inactive' })
})

test('they are switched off and on, and on only under the rules', async () => {
  const one = await kept()
  await act('deactivate', [one])
  expect((await shown(one)).status).toBe('inactive')
  await kept({ product_name: one.product_name })
  const refused = await act('activate', [await shown(one)])
  expect(refused.refused).toBe(1)
  expect(await act('activate', [await shown(one)], { reason: 'Chạy lại' })).toMatchObject({ done: 1 })
  expect((await shown(one)).status).toBe('running')
})

test('they are copied to other stores, with pictures of their own', async () => {
  const form = new FormData()
  const { name, buffer } = await photo()
  form.append('file', new Blob([new Uint8Array(buffer)]), name)
  const { data: sent } = await chain.call<{ files: { id: string }[] }>('POST', 'upload', { by: marketing, body: form })
  const file = sent.files[0]?.id
  const one = await kept({ images: [file] })
  expect(await act('copy', [one], { stores: [there] })).toMatchObject({ done: 1 })
  const [, copied] = await named(one.product_name)
  expect(copied).toMatchObject({ stores: [{ id: there }], starts_on: one.starts_on, status: 'running' })
  const image = (await shown(copied ?? one)).images[0]
  expect(image?.id).not.toBe(file)
  const key = await chain.call<{ key: string }>('POST', 'file-key', { by: marketing })
  const answer = await fetch(`${chain.url}/api/file/${image?.id}?key=${encodeURIComponent(key.data.key)}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  // In the same store it would overlap itself.
  const again = await act('copy', [one], { stores: [here] })
  expect(again.refused).toBe(1)
})

test('they run again next week, and longer ones after their last week', async () => {
  const week = await kept({ starts_on: '2031-02-22', ends_on: '2031-02-28' })
  const fortnight = await kept({ starts_on: '2032-02-20', ends_on: '2032-02-29' })
  expect(await act('again', [week, fortnight])).toMatchObject({ done: 2 })
  expect((await named(week.product_name))[1]).toMatchObject({ starts_on: '2031-03-01', ends_on: '2031-03-07' })
  expect((await named(fortnight.product_name))[1]).toMatchObject({ starts_on: '2032-03-05', ends_on: '2032-03-14' })
})

test('asked for again under the same key they are made once, and the answer is the same', async () => {
  const one = await kept({ starts_on: '2033-03-07', ends_on: '2033-03-13' })
  for (const [name, more] of Object.entries({ again: {}, copy: { stores: [there] } })) {
    const asked = () =>
      chain.call<Bulk>('POST', `product-promotions/bulk/${name}`, {
        by: marketing,
        body: { ...more, rows: [[one.id, one.version]] },
        headers: { 'idempotency-key': `${name} ${one.id}` },
      })
    const before = (await named(one.product_name)).length
    const [first, second] = [await asked(), await asked()]
    expect([first.status, second.status, second.data], name).toEqual([201, 201, first.data])
    const now = () => chain.call<Bulk>('GET', `bulk/${first.data.id}`, { by: marketing })
    await expect.poll(async () => (await now()).data, { message: name }).toMatchObject({ done: 1, refused: 0 })
    expect(await named(one.product_name), name).toHaveLength(before + 1)
  }
})

test('each leaves its line in the history', async () => {
  const one = await kept()
  await act('extend', [one], { days: 1 })
  const lines = await chain.call<{ data: { action: string; changes: Record<string, unknown> }[] }>(
    'GET',
    `product-promotions/${one.id}/history`,
    { by: marketing },
  )
  expect(lines.data.data[0]).toMatchObject({ action: 'extend', changes: { ends_on: [dayFrom(3), dayFrom(4)] } })
})
