/** The headers of each class of answer (design/security.md, Headers). */

const BASE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const

/** What every answer carries, whoever sends it; a page, a file or a worker says more of its own. `isSecure`: people come by https. */
export const baseHeaders = (isSecure: boolean): Readonly<Record<string, string>> =>
  isSecure ? { ...BASE, 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : BASE

/** A worker that asks nobody but us; looked for anew each time. */
export const WORKER_HEADERS = {
  'content-security-policy': `default-src 'none'; connect-src 'self'; frame-ancestors 'none'; ${trusted('')}`,
  'cache-control': 'no-cache',
} as const

/**
 * A page runs only our own scripts; style tags carry the nonce, a new one each time. What scripts put into it passes a policy by name.
 * The staff's pages may also start WebAssembly, which scripts of ours alone can fetch: the reader of codes.
 */
export const pageHeaders = (nonce: string, isForStaff: boolean) =>
  ({
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${isForStaff ? " 'wasm-unsafe-eval'" : ''}`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob: data:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      ...(isForStaff ? ["frame-src 'self'"] : []),
      "form-action 'self'",
      "frame-ancestors 'none'",
      trusted('default dompurify'),
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'microphone=(self), geolocation=(self), camera=(self), payment=(), usb=()',
    'cache-control': 'no-cache',
  }) as const

/**
 * The page that holds the words of a mail, inside a page of ours alone: it runs nothing, sends nothing, leads nowhere and asks nobody,
 * but for remote pictures where the person allowed them. Its styles reach no further than itself.
 */
export const mailFrameHeaders = (hasPictures: boolean) =>
  ({
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      `img-src blob: data:${hasPictures ? ' https:' : ''}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-same-origin',
    ].join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'private, max-age=3600',
  }) as const

/** Trusted Types: text becomes markup or script only through one of these policies. */
function trusted(policies: string): string {
  return `require-trusted-types-for 'script'; trusted-types ${policies || "'none'"}`
}
