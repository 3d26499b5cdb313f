import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limitKey } from '../../../src/server/http/limits.ts'
import { type Chain, startChain } from '../../setup/chain.ts'
import { PASSWORD } from '../../setup/password.ts'

const WRONG = 1101
const SLOWED = 1102

/** Two servers of one chain with the limits that are delivered. */
async function servers(): Promise<{ chain: Chain; places: string[] }> {
  const chain = await startChain({ RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1' })
  return { chain, places: [chain.url, (await chain.another()).url] }
}
/** From many addresses, so that the limit of an address does not stand before that of the account. */
const from = (n: number) => ({ 'x-forwarded-for': `198.51.${n >> 8}.${n & 255}` })
const { chain, places } = await servers()
const signIn = (email: string, password: string, n: number, headers: Record<string, string> = from(n)) =>
  chain.call<{ device: string }>('POST', 'login', { body: { email, password }, at: places[n % 2] ?? '', headers })
const codes = (answers: { code: number }[], code: number) => answers.filter((one) => one.code === code).length

test('of many guesses at once, on two servers, only those are judged that are free', async () => {
  const { email } = await chain.person()
  const answers = await Promise.all(Array.from({ length: 22 }, (_, n) => signIn(email, `guess number ${n}`, n)))
  expect(codes(answers, WRONG)).toBe(5)
  expect(codes(answers, SLOWED)).toBe(17)
  expect((await signIn(email, PASSWORD, 30)).code).toBe(SLOWED)
})

test.each([
  ['en', 45, '45 seconds'],
  ['en', 15 * 60, '15 minutes'],
  ['vi', 118 * 60, '118 phút'],
  ['ko', 12 * 3600, '12시간'],
  ['vi', 3 * 86_400, '3 ngày'],
])('a wait is told as people tell it: in %s, %i seconds are %s', async (language, seconds, told) => {
  const { email } = await chain.person()
  await sql`insert into limits (key, n, blocked_until) values (${`sign-in account ${email}`}, 9, now() + make_interval(secs => ${seconds}::int))`.execute(
    chain.db,
  )
  const slowed = await signIn(email, PASSWORD, 40, { ...from(40), 'accept-language': language })
  expect(slowed).toMatchObject({ code: SLOWED, text: expect.stringContaining(told) })
})

test('nine guesses are judged in a quarter of an hour, whoever waits and however many come together', async () => {
  const { email } = await chain.person()
  const key = `sign-in account ${email}`
  const wait = async () => {
    const { rows } = await sql<{
      wait: number
    }>`select extract(epoch from blocked_until - now())::float8 as wait from limits where key = ${key}`.execute(
      chain.db,
    )
    return rows[0]?.wait ?? 0
  }
  let judged = 0
  for (let seconds = 0; seconds < 900; ) {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => signIn(email, `guess ${n}`, 100 + n)))
    judged += codes(answers, WRONG)
    const passed = await wait()
    seconds += passed
    // The time passes at once here.
    await sql`update limits set since = since - make_interval(secs => ${passed}::float8), blocked_until = now() - interval '1 second' where key = ${key}`.execute(
      chain.db,
    )
  }
  expect(judged).toBe(9)
})

test('of many guesses at once from one address at many accounts only five are judged', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => chain.person()))
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const answers = await Promise.all(people.map(({ email }, n) => signIn(email, 'one password for all', n, headers)))
  expect(codes(answers, WRONG)).toBe(5)
  expect(codes(answers, SLOWED)).toBe(7)
})

test('a store where a dozen sign in at once, rightly, is held up by nobody, and leaves nothing behind', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => chain.person()))
  const headers = { 'x-forwarded-for': '203.0.113.50' }
  const answers = await Promise.all(people.map(({ email }, n) => signIn(email, PASSWORD, n, headers)))
  expect(answers.map(({ code }) => code)).toEqual(Array(12).fill(0))
  const left =
    await sql`select 1 from limits where key like ${`sign-in address % ${limitKey('203.0.113.50')}`} and (pending > 0 or n > 0)`.execute(
      chain.db,
    )
  expect(left.rows).toEqual([])
})

test('what an ended server had not judged keeps nobody out for long', async () => {
  const { email } = await chain.person()
  await sql`insert into limits (key, n, pending, pending_at) values (${`sign-in account ${email}`}, 0, 5, now() - interval '31 seconds')`.execute(
    chain.db,
  )
  expect((await signIn(email, PASSWORD, 60)).code).toBe(0)
})
