/** How two complaints belong together, read from the one that is open. */
export const LINK_KINDS = [
  { value: 'related', label: 'Related to' },
  { value: 'caused by', label: 'Caused by' },
  { value: 'cause of', label: 'Cause of' },
  { value: 'child of', label: 'Part of' },
  { value: 'parent of', label: 'Made up of' },
] as const
export type LinkKind = (typeof LINK_KINDS)[number]['value']

/** The same link read from its other end. */
export const OTHER_END: Record<LinkKind, LinkKind> = {
  related: 'related',
  'caused by': 'cause of',
  'cause of': 'caused by',
  'child of': 'parent of',
  'parent of': 'child of',
}
