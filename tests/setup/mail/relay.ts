import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { atTheEnd } from '../at-the-end.ts'

/** The PostgreSQL of this run on a port of its own, to be cut off and given back. */
export class Relay {
  readonly #open = new Set<Socket>()
  readonly #port: number
  #server: Server | undefined

  constructor(port: number) {
    this.#port = port
    atTheEnd(() => this.cut())
  }

  /** The same database through the port. */
  through(url: string): string {
    const { user, password, database } = new pg.Client(url)
    return `postgresql://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${this.#port}/${database}`
  }

  async give(): Promise<void> {
    const { host } = new pg.Client(inject('databaseUrl'))
    const server = createServer((socket) => {
      const inner = connect(join(host, '.s.PGSQL.5432'))
      for (const [one, other] of [
        [socket, inner],
        [inner, socket],
      ] as const) {
        this.#open.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => this.#open.delete(one))
      }
      socket.pipe(inner).pipe(socket)
    })
    this.#server = server
    await new Promise<void>((open) => server.listen(this.#port, '127.0.0.1', open))
  }

  cut(): void {
    this.#server?.close()
    for (const one of this.#open) one.destroy()
  }
}
