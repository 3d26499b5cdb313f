/** The headers of each class of answer (design/security.md, Headers). */

const ALL = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
} as const

export const API_HEADERS = {
  ...ALL,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const

export const STATIC_HEADERS = {
  ...ALL,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** A worker that asks nobody but us; looked for anew each time. */
export const WORKER_HEADERS = {
  ...ALL,
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
} as const

/** A page runs only our own scripts; style tags carry the nonce, a new one each time. */
export const pageHeaders = (nonce: string) =>
  ({
    ...ALL,
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob: data:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'microphone=(self), geolocation=(self), camera=(self), payment=(), usb=()',
    'cache-control': 'no-cache',
  }) as const
