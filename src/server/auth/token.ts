import { createHash, randomBytes } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'

const ISSUER = 'back-office'
const AUDIENCE = 'back-office-api'
const TYPE = 'at+jwt'
/** The specification's one day (section 9). */
export const TOKEN_SECONDS = 24 * 60 * 60
/** How far in the future a token may begin (design/security.md, Tokens and sessions). */
const LEEWAY_MS = 30_000

export interface Claims {
  sub: string
  sid: string
  jti: string
}

export interface Tokens {
  sign(userId: number, sessionId: string): string
  /** The claims of a token that is ours and not over, or null; whether its session still stands is asked elsewhere. */
  read(token: string): Claims | null
}

/**
 * One algorithm, one key, every claim checked (design/security.md, Tokens and sessions; RFC 8725). `now` is in milliseconds of the
 * epoch and the same on all servers.
 */
export function tokensOf(secret: string, now: () => number): Tokens {
  const key = createHash('sha256').update(`access token ${secret}`).digest()
  const kid = createHash('sha256').update(key).digest('base64url').slice(0, 12)
  const sign = createSigner({
    algorithm: 'HS256',
    key,
    kid,
    header: { alg: 'HS256', typ: TYPE },
    iss: ISSUER,
    aud: AUDIENCE,
    expiresIn: TOKEN_SECONDS * 1000,
    notBefore: 0,
  })
  const verify = createVerifier({
    algorithms: ['HS256'],
    key,
    complete: true,
    cache: false,
    ignoreExpiration: true,
    ignoreNotBefore: true,
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['iss', 'aud', 'sub', 'sid', 'jti', 'iat', 'nbf', 'exp'],
  })
  return {
    sign: (userId, sessionId) =>
      sign({
        sub: String(userId),
        sid: sessionId,
        jti: randomBytes(8).toString('hex'),
        iat: Math.floor(now() / 1000),
      }),
    read(token) {
      if (token.length > 2000 || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null
      try {
        const { header, payload } = verify(token) as {
          header: Record<string, unknown>
          payload: Record<string, unknown>
        } // complete: true
        const isOurs = header.typ === TYPE && header.kid === kid && Object.keys(header).length === 3
        const { sub, sid, jti, exp, nbf } = payload
        if (
          !isOurs ||
          typeof sub !== 'string' ||
          typeof sid !== 'string' ||
          typeof jti !== 'string' ||
          typeof exp !== 'number' ||
          typeof nbf !== 'number'
        )
          return null
        if (exp * 1000 <= now() || nbf * 1000 > now() + LEEWAY_MS) return null
        return isCanonical(token) ? { sub, sid, jti } : null
      } catch {
        return null
      }
    },
  }
}

/** Base64url has spare bits at its end; a token with other ones there is not the one we signed. */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
