import { count, text } from '../../shared/fields.ts'
import { VIEW_FIELDS } from '../../shared/list-setup.ts'
import { resource } from '../../shared/resource.ts'

/** A list as somebody set it up, under a name. It holds an address and nothing else: whoever opens it sees what they may see. */
export const savedViews = resource('saved-views', {
  wire: 'saved-view',
  label: 'Saved views',
  one: 'Saved view',
  access: { internal: true },
  ownership: 'routes',
  fields: {
    name: VIEW_FIELDS.name,
    list: text('List', { max: 60 }),
    path: text('Part of the list', { max: 60 }),
    query: text('Search and filters', { max: 2000, private: 'masked' }),
    share: VIEW_FIELDS.share,
    /** The store or department it is shared with: the owner's when they shared it. */
    place: count('Shared at', { readonly: true }),
  },
})
