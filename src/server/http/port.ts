import { createServer } from 'node:net'
import { StartError } from '../start-error.ts'

/** Tells that the server cannot listen before anything is made for it. */
export async function refuseTakenPort({ host, port }: { host: string; port: number }): Promise<void> {
  if (port === 0) return
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw explained(error, host, port)
  }
  await new Promise((closed) => server.close(closed))
}

function explained(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartError(
      `PORT ${port} of ${host} is taken: another program listens there. Stop it, or choose another PORT.`,
    )
  if (code === 'EACCES')
    return new StartError(
      `PORT ${port} is for the system's own services: choose one of 1024 or more, with nginx before it.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${host} is no address of this machine: 127.0.0.1 is for itself, 0.0.0.0 for all.`)
  return error
}
