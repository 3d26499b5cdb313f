/** Whose task it is in a store: a template names no people, as they change. */
export const HOLDERS = [
  { value: 'store_manager', label: "The store's manager" },
  { value: 'deputy', label: "The store's deputy" },
  { value: 'department_leader', label: 'Whoever leads the department in the store' },
  { value: 'department_manager', label: "The department's manager" },
] as const
export type Holder = (typeof HOLDERS)[number]['value']

export const APPROVED_BY = [
  { value: 'nobody', label: 'Nobody' },
  { value: 'sender', label: 'Whoever sends it' },
  { value: 'store_manager', label: "The store's manager" },
  { value: 'department_manager', label: "The department's manager" },
] as const
export type ApprovedBy = (typeof APPROVED_BY)[number]['value']

/** By when a day's work is due where nothing else is said. */
export const DAY_ENDS = '17:00'

/** An item of a checklist, as templates and repetitions keep it. */
export interface KeptItem {
  title: string
  kind?: string | null
  needs_photo?: boolean | null
  unit?: string | null
  least?: number | null
  most?: number | null
}

/** An item with all that it has, as a task's checklist holds it. */
export const keptItem = ({ title, kind, needs_photo, unit, least, most }: KeptItem): Required<KeptItem> => ({
  ...{ title, kind: kind ?? 'tick', needs_photo: needs_photo ?? false },
  ...{ unit: unit ?? null, least: least ?? null, most: most ?? null },
})
/** Nobody approves what they do. */
export const approverBeside = (approver: number | null, processors: readonly number[]): number | null =>
  approver !== null && processors.includes(approver) ? null : approver
