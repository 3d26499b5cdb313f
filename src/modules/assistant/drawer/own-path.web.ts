/** A path of this application, or null. */
export function ownPath(href: string | null): string | null {
  if (!href?.startsWith('/') || href.startsWith('//') || href.includes('\\')) return null
  const url = new URL(href, location.origin)
  return url.origin === location.origin && !url.pathname.startsWith('/api/') ? url.pathname + url.search : null
}
