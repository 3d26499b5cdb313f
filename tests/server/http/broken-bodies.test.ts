import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { Route } from '../../../src/server/http/route.ts'
import { loadModules } from '../../../src/server/module-registry.ts'
import { startChain } from '../../setup/chain.ts'
import { type Connection, FORM_TYPE, formOf, headOf, openConnection, type RawAnswer } from '../../setup/http/raw.ts'

const METRICS = 'a token for measuring'
const chain = await startChain({ METRICS_TOKEN: METRICS })
const admin = await chain.person()
const taking = (await loadModules()).routes.filter(({ method }) => method !== 'GET')
const IN_TIME_MS = 60_000
const AT_ONCE = 30
const quiet = held()

const pathOf = ({ path }: Route) => `/api/${path.replace(/:id/g, '999999').replace(/:\w+/g, 'x')}`
const typeOf = ({ files }: Route) => (files ? FORM_TYPE : 'application/json')
const beginningOf = ({ files }: Route) =>
  files
    ? formOf([{ content: Buffer.alloc(3000, 'a') }], { isWhole: false })
    : Buffer.from(`{"name":"${'a'.repeat(500)}`)

interface End {
  route: string
  answers: number[]
  isEnded: boolean
}

/** Sends what a way of breaking sends, and looks how it ends. */
async function end(
  route: Route,
  length: number | 'chunked',
  token: string | undefined,
  send: (connection: Connection, beginning: Buffer) => Promise<void>,
): Promise<End> {
  const connection = await openConnection(chain.url)
  await connection.send(headOf(route.method, pathOf(route), { length, type: typeOf(route), ...(token && { token }) }))
  const answers: RawAnswer[] = []
  const [isEnded] = await Promise.all([
    connection.ended(IN_TIME_MS),
    send(connection, beginningOf(route)),
    (async () => {
      for (let answer = await connection.answer(IN_TIME_MS); answer; answer = await connection.answer(IN_TIME_MS))
        answers.push(answer)
    })(),
  ])
  connection.socket.destroy()
  return { route: `${route.method} ${route.path}`, answers: answers.map(({ status }) => status), isEnded }
}

async function eachOf<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<End>): Promise<End[]> {
  const ends: End[] = []
  const left = [...all]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = left.pop(); one; one = left.pop()) ends.push(await work(one))
    }),
  )
  return ends
}

const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'a'), Buffer.from('\r\n')])

/** A body that breaks off, one that stops in the middle, one that never ends. */
const WAYS = {
  'breaks off': (route: Route, token?: string) =>
    end(route, 20_000, token, async (connection, beginning) => {
      await connection.send(beginning)
      connection.socket.end()
    }),
  'stops in the middle': (route: Route, token?: string) =>
    end(route, 20_000, token, (connection, beginning) => connection.send(beginning)),
  'never ends': (route: Route, token?: string) =>
    end(route, 'chunked', token, async (connection) => {
      while (!connection.socket.destroyed) {
        await connection.send(chunk)
        await new Promise(setImmediate)
      }
    }),
}

const sendAll = (name: keyof typeof WAYS, atOnce: number, token?: string) =>
  eachOf(taking, atOnce, (route) => WAYS[name](route, token))

/** What is waited out begins at once: their waits run at the same time. */
const stopped = sendAll('stops in the middle', taking.length, admin.token)
const trickled = trickle()

function trickle(): Promise<End> {
  const route = taking.find(({ path }) => path === 'ticket')
  if (!route) throw new Error('No such route')
  return end(route, 20_000, admin.token, async (connection) => {
    while (!connection.socket.destroyed) {
      await connection.send('a')
      await new Promise((go) => setTimeout(go, 200))
    }
  })
}

test.each<[string, () => Promise<End[]>]>([
  [
    'breaks off',
    async () => [...(await sendAll('breaks off', AT_ONCE, admin.token)), ...(await sendAll('breaks off', AT_ONCE))],
  ],
  ['never ends', () => sendAll('never ends', AT_ONCE, admin.token)],
  ['stops in the middle', () => stopped],
])(
  'a body that %s is refused on every route, and its connection ends',
  async (name, ending) => {
    const ends = await ending()
    expect(ends.filter(({ isEnded }) => !isEnded)).toEqual([])
    expect(ends.filter(({ answers }) => answers.some((status) => status < 400 || status >= 500))).toEqual([])
    if (name !== 'breaks off') expect(ends.filter(({ answers }) => answers.length !== 1)).toEqual([])
    expect(await failures()).toEqual([])
  },
  300_000,
)

test('a body that comes byte by byte is not waited for without end', async () => {
  expect(await trickled).toMatchObject({ answers: [408], isEnded: true })
})

test('a thousand of them leave no memory behind', async () => {
  // Each route is asked four times, and there are more routes with every module: the limit is for a thousand requests.
  const thousands = (taking.length * 4) / 1000
  expect(thousands).toBeGreaterThan(1)
  await expect.poll(() => (held() - quiet) / thousands).toBeLessThan(50 * 2 ** 20)
})

/** Bytes in use after what is no longer needed has gone. */
function held(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // what the flag makes
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Answers of the server's own fault, whether anybody heard them or not. */
async function failures(): Promise<string[]> {
  const answer = await fetch(`${chain.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })
  return (await answer.text()).split('\n').filter((line) => /http_request_seconds_count.*status="5/.test(line))
}
