import { pack } from '../../shared/message.ts'
import type { Server } from './mailbox.ts'
import type { Account } from './smtp.ts'
import { ForbiddenTarget, reach } from './targets.ts'

/** A request that waits for mail servers ends in time. */
export const TRY_MS = 4000

/** Tries an account where a mail server may stand; answers what `work` found, or why not, packed. */
export async function tryServer<R>(
  server: Server,
  password: string,
  internal: readonly string[],
  work: (account: Account) => Promise<R>,
): Promise<R | string> {
  try {
    const reached = await reach(server, internal)
    return await work({ ...reached, user: server.user, password })
  } catch (error) {
    if (!(error instanceof ForbiddenTarget)) throw error
    return pack(FORBIDDEN[error.what])
  }
}

const FORBIDDEN = {
  port: 'Only the ports of mail are allowed: 25, 143, 465, 587 and 993',
  security: 'Without TLS only internal servers are allowed',
  host: 'This is not a mail server on the internet. Internal servers are listed in MAIL_INTERNAL_HOSTS.',
} as const

/** A kept password never goes to another server than the one it was given for. */
export const isSameServer = (kept: Server | null, server: Server | null): boolean =>
  kept?.host === server?.host &&
  kept?.port === server?.port &&
  kept?.user === server?.user &&
  kept?.security === server?.security

/** Never a password: what the history says of a server. */
export const saidServer = (server: Server | null): string | null =>
  server && `${server.security} ${server.user ? `${server.user} ` : ''}${server.host}:${server.port}`
