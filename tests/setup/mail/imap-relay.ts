import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { atTheEnd } from '../at-the-end.ts'

const PIECE_MS = 50

/** Stands between a house and its mail server, reads the commands that pass, and cuts the line at one of them. */
export interface ImapRelay {
  port: number
  /** Commands that were seen, in order. */
  seen: string[]
  /** Connections that are open now. */
  open(): number
  /** Cuts once at the next command that this matches: before the mail server gets it, or once it has it and before its answer passes. */
  cutAt(command: RegExp, when: 'before' | 'after'): void
  /** What the mail server says passes at so many bytes a second. */
  slowDown(bytesPerSecond: number): void
  /** Whether the last cut has happened. */
  hasCut(): boolean
  /** Takes no connection any more, and ends those that are open; or takes them again. */
  close(isClosed: boolean): void
}

export async function startImapRelay(imapPort: number): Promise<ImapRelay> {
  const pairs = new Set<Socket>()
  const seen: string[] = []
  let cut: { command: RegExp; when: 'before' | 'after' } | null = null
  let isClosed = false
  let pace = Number.POSITIVE_INFINITY
  const server = createServer((client) => {
    if (isClosed) return void client.destroy()
    const inner = connect({ port: imapPort, host: '127.0.0.1', rejectUnauthorized: false })
    let isMuted = false
    pairs.add(client)
    const end = () => {
      pairs.delete(client)
      client.destroy()
      inner.destroy()
    }
    for (const one of [client, inner]) one.on('error', end).on('close', end)
    client.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      const [, command] = /^\S+ (.*?)\r?\n/.exec(text) ?? []
      if (command) seen.push(command.slice(0, 200))
      if (cut?.command.test(text)) {
        const { when } = cut
        cut = null
        if (when === 'before') return end()
        isMuted = true
        inner.write(bytes)
        return void setTimeout(end, 300)
      }
      inner.write(bytes)
    })
    const answer = async () => {
      for await (const bytes of inner as AsyncIterable<Buffer>)
        for (let at = 0, most = 0; at < bytes.length && !isMuted; at += most) {
          most = Math.min(bytes.length - at, Math.ceil((pace * PIECE_MS) / 1000))
          client.write(bytes.subarray(at, at + most))
          if (Number.isFinite(pace)) await pause(PIECE_MS)
        }
    }
    answer().catch(end)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const endAll = () => {
    for (const one of pairs) one.destroy()
  }
  atTheEnd(() => {
    server.close()
    endAll()
  })
  return {
    port,
    seen,
    open: () => pairs.size,
    cutAt(command, when) {
      cut = { command, when }
    },
    slowDown(bytesPerSecond) {
      pace = bytesPerSecond
    },
    hasCut: () => cut === null,
    close(value) {
      isClosed = value
      if (value) endAll()
    },
  }
}
