import { withCatalog } from '../../../web/catalogs.ts'

/** Every key of `caseActs`. */
export const CASE_KEYS = 'rcpatsdo#123lme'

/** The acts themselves, fetched when one is first asked for. */
export const loadCaseActs = () => withCatalog(() => import('./case-acts.web.ts'))
