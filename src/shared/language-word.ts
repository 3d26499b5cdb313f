import { currentLanguage, type Language } from './language.ts'

/** What a language is called in a sentence of another one. */
export const languageWord = (named: Language, language = currentLanguage()): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(named) ?? named
