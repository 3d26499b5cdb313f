import type { ComponentType } from 'react'
import type { SystemColumns } from '../../shared/resource.ts'

/**
 * The pages a module draws itself, by the path below its segment: '' is the list, 'create', 'update/$id',
 * 'view/$id', or any other ('board'). A page given here replaces the generic one.
 */
export interface ModuleWeb {
  pages?: Record<string, ComponentType<PageParams>>
}

export interface PageParams {
  params: Record<string, string>
}

/** A record of any resource, where the screens do not know which. */
export type AnyRow = SystemColumns & Record<string, unknown>
/** What is saved by its version, a record or settings. */
export type Versioned = Partial<Pick<SystemColumns, 'updated_at' | 'updated_by'>> &
  Pick<SystemColumns, 'version'> &
  Record<string, unknown>
