import { atTheEnd, newFolder } from '../at-the-end.ts'
import { type MailServers, openMailServers, type Wish } from './real-servers.ts'

/** A real Postfix and a real Dovecot until the test, or its file, ends. */
export const startMailServers = (wish: Wish = {}): Promise<MailServers> =>
  openMailServers(wish, newFolder('mail-servers'), atTheEnd)
