import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:https'
import { join } from 'node:path'
import { postOutside } from '../../../src/server/outgoing/post.ts'

/*
 * Run in a network of its own (`unshare --net --mount`): a machine of the open internet and one of our own network, both listening, and a
 * name server that says the first once and the second ever after. Prints what came of it.
 */

const PUBLIC = '93.184.216.34'
const INSIDE = '127.0.0.1'
const NAME = 'shop.example'
const [, , folder = ''] = process.argv

execFileSync('ip', ['link', 'set', 'lo', 'up'])
execFileSync('ip', ['addr', 'add', `${PUBLIC}/32`, 'dev', 'lo'])
writeFileSync(join(folder, 'resolv.conf'), `nameserver ${INSIDE}\noptions single-request\n`)
execFileSync('mount', ['--bind', join(folder, 'resolv.conf'), '/etc/resolv.conf'])

/** Questions for an address of version 4 since it was set back. */
let asked = 0
const names = createSocket('udp4')
names.on('message', (question, { address, port }) => names.send(answerTo(question), port, address))
names.bind(53, INSIDE)
await once(names, 'listening')

let heard: string[] = []
const pair = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) }
for (const [who, host] of [
  ['shop', PUBLIC],
  ['trap', INSIDE],
] as const) {
  const server = createServer(pair, (_, response) => {
    heard.push(who)
    response.end('thanks')
  })
  server.listen(443, host)
  await once(server, 'listening')
}

const url = `https://${NAME}/hooks`
const anew = () => {
  asked = 0
  heard = []
}
/** What looks safe: the name is looked up and judged, and then connected to by name. */
async function carelessly(): Promise<void> {
  await lookup(NAME)
  const call = request(url, { method: 'POST', agent: false })
  call.end('{}')
  const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream]
  response.resume()
  await once(response, 'end')
}

anew()
await carelessly()
const careless = { asked, heard }
anew()
const post = () => postOutside({ url, headers: {}, body: '{}' }, { isPrivate: false, wholeMs: 5000 })
const outcome = await post()
const careful = { asked, heard, outcome }
heard = []
const later = { outcome: await post(), heard }
process.stdout.write(JSON.stringify({ careless, careful, later }))
process.exit(0)

/** One address for A, which lives for no time at all; none for anything else. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5
  const isAddress = question.readUInt16BE(end - 4) === 1
  const head = Buffer.from(question.subarray(0, end))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(isAddress ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  if (!isAddress) return head
  asked += 1
  const address = (asked === 1 ? PUBLIC : INSIDE).split('.').map(Number)
  return Buffer.concat([head, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address])])
}
