import { moduleOf } from '../../modules/index.ts'
import { t } from '../../shared/language.ts'

/** A record's name in the page's language, where the product named it. */
export const spokenName = (module: string | undefined, name: string): string =>
  module && moduleOf(module)?.delivered?.includes(name) ? t(name) : name
