import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { challengeOf } from '../../../src/server/http/challenge.ts'
import type { StoredFile } from '../../../src/shared/fields.ts'
import { startChain, type Ticket } from '../../setup/chain.ts'
import { CHALLENGE_BITS, solve } from '../../setup/challenge.ts'

const chain = await startChain({ CHALLENGE_BITS: String(CHALLENGE_BITS) })
const admin = await chain.person()
const second = (await chain.another()).url

interface Sent {
  issue_number: string
  follow: string
}

/** The form as a browser fills it: a challenge fetched when it opens, solved, and three seconds of a person's time. */
const solved = async () => solve((await chain.call<{ challenge: string }>('GET', 'public/challenge')).data.challenge)
const aPersonsTime = () => new Promise((later) => setTimeout(later, 3100))

const form = (work: object, more: object = {}) => ({
  store: chain.stores[0],
  feedback_type: chain.types[0],
  content: 'Giá trên kệ là 32.000 nhưng quầy tính 38.500.',
  customer_name: 'Trần Thu Hà',
  phone: '0912345678',
  agreed: true,
  website: '',
  ...work,
  ...more,
})
const send = (body: object, key: string = randomUUID(), at = chain.url) =>
  chain.call<Sent & { fields?: object }>('POST', 'create-ticket', { body, headers: { 'idempotency-key': key }, at })
const picture = async () => {
  const body = new FormData()
  body.append(
    'file',
    new Blob(
      [
        await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8aa07a' } })
          .jpeg()
          .toBuffer(),
      ],
      { type: 'image/jpeg' },
    ),
    'anh.jpg',
  )
  const answer = await chain.call<{ files: StoredFile[] }>('POST', 'public/upload', { body })
  expect(answer.status).toBe(201)
  return answer.data.files[0]?.id ?? ''
}

test('a complaint by the public: number, private link, picture, a further word, the rating, and never twice', async () => {
  const work = await solved()
  const file = await picture()
  await aPersonsTime()
  const key = randomUUID()
  const body = form(work, { attachments: [file] })
  const answers = await Promise.all(Array.from({ length: 64 }, (_, at) => send(body, key, at % 2 ? second : chain.url)))
  const [first] = answers
  expect(first?.status).toBe(201)
  for (const answer of answers) expect(answer.data).toEqual(first?.data)
  expect((await row(chain.db, { n: 'number' }, sql`select count(*)::int as n from complaints`))?.n).toBe(1)
  const other = await send({ ...body, content: 'Nội dung khác' }, key)
  expect(other.status).toBe(422)

  const token = first?.data.follow.split('/').pop() ?? ''
  const shown = await chain.call<{
    issue_number: string
    status: string
    attachments: StoredFile[]
    can_rate: boolean
  }>('GET', `public/follow/${token}`)
  expect(shown.data).toMatchObject({
    issue_number: first?.data.issue_number,
    status: 'new',
    can_rate: false,
    attachments: [{ id: file }],
  })
  expect(JSON.stringify(shown.data)).not.toMatch(/0912345678|follow_token/)
  const bytes = await fetch(`${chain.url}/api/file/${file}?follow=${token}`)
  expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await fetch(`${chain.url}/api/file/${file}?follow=x`)).status).toBe(404)
  expect((await fetch(`${chain.url}/api/file/${file}`)).status).toBe(404)

  const word = await chain.call('POST', `public/follow/${token}/comment`, {
    body: { body: 'Tôi <b>vẫn</b> chờ', attachments: [] },
  })
  expect(word.status).toBe(201)
  const early = await chain.call('POST', `public/follow/${token}/rate`, { body: { rating: 5 } })
  expect(early.status).toBe(409)
  const list = await chain.call<{ data: Ticket[] }>('GET', 'ticket', { by: admin })
  const ticket = list.data.data[0]
  await chain.call('POST', `ticket/${ticket?.id}/complete`, {
    by: admin,
    body: { version: ticket?.version, solution: 'apology', origin: 'Tem cũ', comment: 'Xin lỗi quý khách' },
  })
  const rated = await chain.call<{ rating: number; comment: string; replies: { body: string }[] }>(
    'POST',
    `public/follow/${token}/rate`,
    { body: { rating: 4, note: 'Tốt' } },
  )
  expect(rated.data).toMatchObject({ rating: 4, comment: 'Xin lỗi quý khách' })
  expect(rated.data.replies[0]?.body).not.toContain('<b>')
  const again = await chain.call('POST', `public/follow/${token}/rate?lang=en`, { body: { rating: 1 } })
  expect([again.status, again.text]).toEqual([409, 'You have rated the handling already. Thank you.'])
})

describe('held off without a third party', () => {
  test('a flood by harder work, as CHALLENGE_BITS says', async () => {
    const flooded = await startChain({ CHALLENGE_BITS: String(CHALLENGE_BITS + 1) })
    const asked = await flooded.call<{ challenge: string; difficulty: number }>('GET', 'public/challenge')
    expect(asked.data.difficulty).toBe(CHALLENGE_BITS + 1)
    const usual = solve(asked.data.challenge, CHALLENGE_BITS)
    await aPersonsTime()
    const refused = await flooded.call<{ fields: object }>('POST', 'create-ticket', {
      body: form(usual, { store: flooded.stores[0], feedback_type: flooded.types[0] }),
    })
    expect([refused.status, Object.keys(refused.data.fields)]).toEqual([422, ['nonce']])
  })

  test('a form sent at once, with a filled trap, without work, or with another’s challenge', async () => {
    const work = await solved()
    // However long the work takes: this one is sent before it was given out.
    const early = solve(challengeOf(chain.running.context.config.secret, Date.now() + 60_000))
    expect((await send(form(early))).code).toBe(1601)
    await aPersonsTime()
    expect((await send(form(work, { website: 'http://spam.example' }))).code).toBe(1601)
    expect((await send(form(work, { nonce: 'x' }))).status).toBe(422)
    expect((await send(form(work, { challenge: work.challenge.replace(/^\d+/, '1') }))).status).toBe(422)
    expect((await send(form(work, { agreed: false }))).data.fields).toHaveProperty('agreed')
    expect((await send(form(work, { terms: 'never said' }))).data.fields).toHaveProperty('agreed')
    expect((await send(form(work, { created_at: '2020-01-01' }))).status).toBe(400)
    expect((await send(form(work, { source: 'staff', state: 'closed' }))).data.fields).toMatchObject({
      source: 'source: unknown',
      state: expect.stringMatching(/^state: unknown/),
    })
    expect((await send(form(work))).status).toBe(201)
    const made = await row(
      chain.db,
      { source: 'string', state: 'string' },
      sql`select source, state from complaints order by id desc limit 1`,
    )
    expect(made).toEqual({ source: 'public', state: 'new' })
    const consents = await rows(
      chain.db,
      sql`select c.purpose, c.version, c.language, c.given_at = t.created_at as "at the same moment" from consents c
          join complaints t on t.id = c.record_id where c.module = 'complaints' order by c.id desc limit 1`,
    )
    expect(consents).toEqual([
      { purpose: 'Handling your complaint', version: '1', language: 'en', 'at the same moment': true },
    ])
    expect((await send(form(work))).data.fields).toHaveProperty('challenge')
  })

  test('an unknown link shows nothing', async () => {
    for (const token of ['x', '', '%00', "' or 1=1 --", 'a'.repeat(500)])
      expect((await chain.call('GET', `public/follow/${encodeURIComponent(token)}`)).status).toBe(404)
  })
})
