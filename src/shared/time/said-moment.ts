import { wallClock } from '../format.ts'
import { type Language, LOCALES } from '../language.ts'
import { DAY_MS } from './units.ts'

const TODAY: Record<Language, readonly [today: string, tomorrow: string]> = {
  vi: ['hôm nay', 'ngày mai'],
  en: ['today', 'tomorrow'],
  ko: ['오늘', '내일'],
}

interface Telling {
  language: Language
  timeZone: string
  /** Who reads it now is told 'today' and 'tomorrow'; a mail is read whenever. In milliseconds of the epoch. */
  now?: number
}

/** A moment to come as people say it: '18:00 thứ Tư, 2 tháng 12', 'Wednesday 2 December, 18:00', '12월 2일 수요일 18:00'. */
export function saidMoment(instant: string, { language, timeZone, now }: Telling): string {
  const { day, time } = wallClock(instant, timeZone)
  const said = (now === undefined ? null : near(day, now, { language, timeZone })) ?? dayInWords(day, language)
  if (language === 'vi') return `${time} ${said}`
  return language === 'en' && /\d/.test(said) ? `${said}, ${time}` : `${said} ${time}`
}

function near(day: string, now: number, { language, timeZone }: Telling): string | null {
  const ahead = (Date.parse(day) - Date.parse(wallClock(new Date(now), timeZone).day)) / DAY_MS
  return TODAY[language][ahead] ?? null
}

/** The weekday and the date; the days of a calendar are the same in every zone. */
function dayInWords(day: string, language: Language): string {
  const said = new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))
  return language === 'vi' ? said.replace(/^Thứ/, 'thứ').replace(/^Chủ/, 'Chủ') : said.replace(', ', ' ')
}
