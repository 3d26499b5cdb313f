import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A secret as Standard Webhooks writes it: 256 random bits. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** The headers of a telling, signed with each of these secrets, by the specification of Standard Webhooks, version 1. */
export function signedHeaders(id: string, body: string, secrets: readonly string[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'back-office-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
