/** The session as the browser keeps it: the token, and a secret by which the server knows this device again. */

export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // storage is switched off
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Full or switched off: what was to be kept lasts as long as the page.
  }
}

/** Whether a token's expiry lies in the future; the server has the last word. */
export function isAlive(token: string | null, now = Date.now()): boolean {
  try {
    const body = (token ?? '').split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(body.replace(/-/g, '+').replace(/_/g, '/')))
    return typeof claims === 'object' && claims !== null && 'exp' in claims && Number(claims.exp) * 1000 > now
  } catch {
    return false
  }
}

export const isSignedIn = (): boolean => isAlive(readStored('token'))
export const deviceSecret = (): string | undefined => readStored('device') ?? undefined

export function keepSession(token: string, device?: string): void {
  writeStored('token', token)
  if (device) writeStored('device', device)
}
