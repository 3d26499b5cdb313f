import type { Definition } from '../../shared/resource.ts'
import type { OwnFilters } from './query/where.ts'

const known = new WeakMap<Definition, OwnFilters>()

/** Kept as a module is served, for whoever asks its list something without a request to it. */
export const knowFilters = (definition: Definition, filters: OwnFilters = {}): void =>
  void known.set(definition, filters)

/** The filters that a module reads in its own way; those of its list. */
export const ownFiltersOf = (definition: Definition): OwnFilters => known.get(definition) ?? {}
