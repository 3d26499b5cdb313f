import { inject } from 'vitest'
import { createDatabase, type FreshDatabase } from './create-database.ts'
import './global.ts'

export type { FreshDatabase }

/** A new database in the PostgreSQL of this run with every migration and no row; `template` names another (from `url`) to copy instead. */
export const freshDatabase = (template = inject('migratedUrl')): Promise<FreshDatabase> =>
  createDatabase(inject('databaseUrl'), template)
