import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const DRAIN_MS = 15_000

/** The connections open at any moment. */
export function trackConnections(app: FastifyInstance): Set<Socket> {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  return open
}

/** Lets every request under way end; browsers that only keep a connection open, or opened one ahead of need, are let go. */
export async function drain(app: FastifyInstance, connections: ReadonlySet<Socket>): Promise<void> {
  const idle = setInterval(() => {
    app.server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }, 100)
  const last = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(last)
}
