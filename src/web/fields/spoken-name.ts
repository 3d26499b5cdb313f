import { t } from '../../shared/language.ts'

/** Modules that come with records of their own, whose names the catalogs know. */
const TRANSLATED: readonly string[] = ['user-roles']

/** A record's name in the page's language, where the product named it. */
export const spokenName = (module: string | undefined, name: string): string =>
  TRANSLATED.includes(module ?? '') ? t(name) : name
