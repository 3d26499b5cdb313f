import type { Language } from '../../shared/language.ts'

const LOCALES: Record<Language, string> = { vi: 'vi-VN', en: 'en-US', ko: 'ko-KR' }

/** The marks a language groups thousands and starts decimals with. */
export function separators(language: Language): { thousand: string; decimal: string } {
  const parts = new Intl.NumberFormat(LOCALES[language]).formatToParts(12_345.6)
  const of = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise
  return { thousand: of('group', ','), decimal: of('decimal', '.') }
}
