import { createServer, type Server, type Socket } from 'node:net'
import { atTheEnd } from '../at-the-end.ts'

/** How a mail server can behave. */
export type Manner =
  | 'good'
  | 'silent'
  | 'hangs at the mail'
  | 'hangs after the mail'
  | 'breaks off after the mail'
  | 'refuses for now'
  | 'refuses for good'
  | 'refuses the mail for now'
  | 'drips'
  | 'talks rubbish'

export interface AwkwardServer {
  port: number
  manner: Manner
  /** Whole mails that came to their end, whatever was answered then. */
  mails: { from: string; to: string[]; data: string }[]
  connections: number
  /** Called when the end of a mail has come, before the answer. */
  onMail: (() => Promise<void> | void) | undefined
}

/** A mail server of a few lines that behaves as asked: what no real one does on demand. */
export async function startAwkwardServer(manner: Manner = 'good'): Promise<AwkwardServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    awkward.connections++
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    converse(socket, awkward)
  })
  const awkward: AwkwardServer = {
    port: await listening(server),
    manner,
    mails: [],
    connections: 0,
    onMail: undefined,
  }
  atTheEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return awkward
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })

function converse(socket: Socket, awkward: AwkwardServer): void {
  if (awkward.manner === 'silent') return
  const say = (text: string) =>
    awkward.manner === 'drips' ? drip(socket, `${text}\r\n`) : void socket.write(`${text}\r\n`)
  if (awkward.manner === 'talks rubbish') {
    socket.end('<html>200 OK</html>\r\n\r\n')
    return
  }
  let heard = ''
  let [from, to, isMail]: [string, string[], boolean] = ['', [], false]
  say('220 awkward.example ESMTP')
  const end = async (data: string) => {
    awkward.mails.push({ from, to, data })
    isMail = false
    await awkward.onMail?.()
    if (awkward.manner === 'hangs after the mail') return
    if (awkward.manner === 'breaks off after the mail') return socket.destroy()
    if (awkward.manner === 'refuses the mail for now') return say('451 4.3.0 Please try again later')
    say('250 2.0.0 Taken')
  }
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') say('250 awkward.example')
    else if (verb === 'MAIL') {
      from = line
      say('250 Fine')
    } else if (verb === 'RCPT') {
      if (awkward.manner === 'refuses for now') return say('450 4.2.0 The mailbox is busy')
      if (awkward.manner === 'refuses for good') return say('550 5.1.1 Nobody of that name')
      to.push(line)
      say('250 Fine')
    } else if (verb === 'DATA') {
      if (awkward.manner === 'hangs at the mail') return
      isMail = true
      say('354 Go on')
    } else if (verb === 'QUIT') {
      say('221 Bye')
      socket.end()
    } else say('502 What?')
  }
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => {
    heard += part
    for (;;) {
      const mark = isMail ? '\r\n.\r\n' : '\r\n'
      const at = heard.indexOf(mark)
      if (at < 0) return
      const whole = heard.slice(0, at)
      heard = heard.slice(at + mark.length)
      if (isMail) void end(whole)
      else {
        if (/^(MAIL)/i.test(whole)) to = []
        command(whole)
      }
    }
  })
}

/** One byte a second: every single wait is short, the whole takes for ever. */
function drip(socket: Socket, text: string): void {
  const bytes = [...text]
  const timer = setInterval(() => {
    const next = bytes.shift()
    if (next === undefined || socket.destroyed) clearInterval(timer)
    else socket.write(next)
  }, 300)
}
