import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isAllowed, postOutside, type Settings } from '../../../src/server/outgoing/post.ts'
import { atTheEnd } from '../../setup/at-the-end.ts'
import { startChain } from '../../setup/chain.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'

/** Addresses inside a network, however they are written. */
const INSIDE = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '017700000001',
  '0177.0.0.01',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '10.0.0.5',
  '10.5',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '0xc0a80101',
  '3232235777',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '100.64.0.1',
  '100.127.255.254',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[100::1]',
  '[3fff::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
] as const

const body = '{}'
const headers = {}
const OPEN: Settings = { isPrivate: false }

async function listening(on: (socket: Socket) => void): Promise<{ port: number; met: Socket[]; server: Server }> {
  const met: Socket[] = []
  const server = createServer((socket) => {
    met.push(socket)
    socket.on('error', () => {})
    on(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atTheEnd(async () => {
    for (const socket of met) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, met, server } // listening, by the line above
}

describe('nothing is sent inside a network', () => {
  test.each(INSIDE)('to %s', async (host) => {
    const outcome = await postOutside({ url: `https://${host}/hooks`, headers, body }, OPEN)
    expect(['forbidden', 'unreachable']).toContain('trouble' in outcome && outcome.trouble)
    // What is no name of a machine is not even looked for.
    if ('trouble' in outcome && outcome.trouble === 'unreachable') expect(host).toMatch(/\.$/)
  })

  test('nor by http, on another port, with a name and password in it, or by another protocol', () => {
    for (const url of [
      'http://example.com/',
      'https://example.com:8443/',
      'https://example.com:22/',
      'https://a:b@example.com/',
      'https://a@example.com/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'data:,x',
      'unix:/run/x.sock',
    ])
      expect(isAllowed(new URL(url), OPEN), url).toBe(false)
    for (const url of ['https://example.com/', 'https://example.com:443/hooks?a=1', 'https://93.184.215.14/'])
      expect(isAllowed(new URL(url), OPEN), url).toBe(true)
  })

  test('nor to a name one of whose addresses is inside', async () => {
    for (const found of [
      ['127.0.0.1'],
      ['93.184.215.14', '10.0.0.1'],
      ['2606:2800:21f:cb07::1', '::1'],
      ['::ffff:10.0.0.1'],
      ['fe80::1%lo'],
    ])
      expect(
        await postOutside({ url: 'https://shop.example/', headers, body }, { ...OPEN, lookup: async () => found }),
      ).toMatchObject({ trouble: 'forbidden' })
  })

  test('nor to a name that means something else a moment later: it is looked up once', async () => {
    const trap = await listening((socket) => socket.end())
    let asked = 0
    const changing = async () => (asked++ === 0 ? ['192.88.98.1'] : ['127.0.0.1'])
    const outcome = await postOutside(
      { url: `https://shop.example:443/`, headers, body },
      { ...OPEN, lookup: changing, wholeMs: 1500 },
    )
    expect(outcome).toHaveProperty('trouble')
    expect(asked).toBe(1)
    expect(trap.met).toEqual([])
  })

  test('and an address that is inside is refused when a webhook is kept, as is what is none', async () => {
    const chain = await startChain()
    const admin = await chain.person()
    let serial = 0
    for (const url of [
      ...INSIDE.filter((host) => /^[\d[]/.test(host)).map((host) => `https://${host}/`),
      'http://example.com/',
      'https://example.com:8080/',
      'shop',
      'javascript:alert(1)',
    ]) {
      const answer = await chain.call<{ fields: object }>('POST', 'webhook', {
        by: admin,
        body: { name: `W${++serial}`, url, events: [] },
      })
      // An address with a dot at its end is a name to the parser; it is refused when it is looked up.
      if (url === 'https://127.0.0.1./') continue
      expect(answer.status, url).toBe(422)
      expect(answer.data.fields, url).toHaveProperty('url')
    }
    const made = await chain.call<{ id: number }>('POST', 'webhook', {
      by: admin,
      body: { name: 'By name', url: 'https://localhost/', events: [] },
    })
    await chain.call('POST', `webhook/${made.data.id}/test`, { by: admin })
    const log = () =>
      chain.call<{ data: { trouble: string | null }[] }>('GET', `webhook/${made.data.id}/deliveries`, { by: admin })
    await expect.poll(async () => (await log()).data.data[0]?.trouble).toBe('forbidden')
  })
})

describe('who answers badly is not waited for', () => {
  const asked = (port: number, wholeMs = 600) =>
    postOutside({ url: `http://127.0.0.1:${port}/`, headers, body }, { isPrivate: true, wholeMs })

  test('who says nothing', async () => {
    const { port } = await listening(() => {})
    const passed = stopWatch()
    expect(await asked(port)).toMatchObject({ trouble: 'too slow' })
    expect(passed()).toBeLessThan(1500)
  })

  test('who says one letter at a time, in the head or in the body', async () => {
    const timers: NodeJS.Timeout[] = []
    atTheEnd(() => timers.forEach(clearInterval))
    for (const begin of ['HTTP/1.1 200 OK\r\nx-slow: ', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n']) {
      const { port } = await listening((socket) => {
        socket.write(begin)
        timers.push(setInterval(() => socket.writable && socket.write('a'), 50))
      })
      const passed = stopWatch()
      expect(await asked(port)).toMatchObject({ trouble: 'too slow' })
      expect(passed()).toBeLessThan(1500)
    }
  })

  test('who never ends: of an answer only the beginning is read', async () => {
    let sent = 0
    const { port, met } = await listening((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(`400\r\n${'x'.repeat(1024)}\r\n`)) sent++
      }
      socket.on('drain', more)
      more()
    })
    const outcome = await asked(port, 5000)
    expect(outcome).toMatchObject({ status: 200 })
    expect('answer' in outcome && outcome.answer.length).toBe(4096)
    await expect.poll(() => met[0]?.destroyed).toBe(true)
    expect(sent).toBeLessThan(20_000)
  })

  test('whose head has no end, who talks nonsense, who hangs up, who is not there', async () => {
    const heads = await listening((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(`x-${'y'.repeat(1000)}: z\r\n`));
      }
      socket.on('drain', more)
      more()
    })
    const nonsense = await listening((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    const gone = await listening((socket) => socket.destroy())
    for (const { port } of [heads, nonsense, gone])
      expect(await asked(port, 3000)).toMatchObject({ trouble: 'unreachable' })
    expect(await asked(9)).toMatchObject({ trouble: 'unreachable' })
  })
})
