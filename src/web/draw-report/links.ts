import type { Definition } from '../../shared/resource.ts'

/** Gifts that were given, and did not come back. */
export const GIVEN = ['won', 'handed-out']

/** The draws behind a number. */
export function rowsLink(
  { name }: Definition,
  event: number,
  narrowed: Record<string, string | readonly string[]> = {},
): string {
  const wanted = Object.entries({ event: String(event), ...narrowed }).flatMap(([key, values]) =>
    [values].flat().map((value) => `${key}=${encodeURIComponent(value)}`),
  )
  return `/${name}?${wanted.join('&')}`
}

export const onDay = (day: string) => ({ day: `${day}..${day}` })
