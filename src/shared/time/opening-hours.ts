const RANGE = /(\d{1,2})(?:[:h.](\d{2})?)?\s*(?:-|–|—|~|đến|to)\s*(\d{1,2})(?:[:h.](\d{2})?)?/gi
const DAY_MINUTES = 24 * 60
/** Of a store whose hours say nothing that can be read. */
const USUAL = 22 * 60

/**
 * The minute of the day at which a store closes, read from its opening hours as people write them ('08:00–22:00 hằng ngày'). Of
 * several the latest; beyond midnight it is more than a day's minutes.
 */
export function closingMinutes(hours: string | null): number {
  const ends = [...(hours ?? '').matchAll(RANGE)].flatMap(([, fromHour, fromMinute, hour, minute]) => {
    const [from, until] = [minutesOf(fromHour, fromMinute), minutesOf(hour, minute)]
    return from > DAY_MINUTES || until > DAY_MINUTES ? [] : [until <= from ? until + DAY_MINUTES : until]
  })
  return ends.length > 0 ? Math.max(...ends) : USUAL
}

const minutesOf = (hour = '0', minute = '0'): number => Number(hour) * 60 + Number(minute || 0)
