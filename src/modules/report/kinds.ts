import type { SpanKind } from '../../shared/time/spans.ts'

/** A solution may be given long before a complaint is done; it counts as one when it has ended. */
const FINISHED = ['completed', 'closed'] as const

/** The reports: the page below /report, the call, the period each is of, and what its rows and columns are. */
export const REPORTS = [
  { page: 'by-year', call: 'by-year', label: 'By year', title: 'Complaints by year', span: 'year', rows: 'month' },
  {
    page: 'by-month',
    call: 'by-month',
    label: 'By month',
    title: 'Complaints by month',
    span: 'month',
    rows: 'day',
    columns: 'feedback_type',
  },
  {
    page: 'by-tag',
    call: 'by-tag',
    label: 'By tag',
    title: 'Complaints by tag',
    span: 'month',
    rows: 'day',
    columns: 'tags',
  },
  {
    page: 'by-department',
    call: 'by-dept',
    label: 'By department',
    title: 'Complaints by department',
    span: 'days',
    rows: 'department',
  },
  {
    page: 'by-stores',
    call: 'by-stores',
    label: 'By stores',
    title: 'Complaints by stores',
    span: 'days',
    rows: 'store',
  },
  {
    page: 'by-province',
    call: 'by-province',
    label: 'By province',
    title: 'Complaints by province',
    span: 'days',
    rows: 'province',
  },
  {
    page: 'by-solution',
    call: 'by-solution',
    label: 'By solution',
    title: 'Complaints by solution',
    span: 'days',
    rows: 'solution',
    status: FINISHED,
  },
] as const satisfies readonly ReportKind[]

export interface ReportKind {
  page: string
  call: string
  label: string
  /** Of its page, where no menu says of what it is. */
  title: string
  span: SpanKind
  rows: 'month' | 'day' | Grouping
  /** What each row is split by beside the status. */
  columns?: Grouping
  /** Where only complaints in these are counted. */
  status?: readonly (typeof FINISHED)[number][]
}
/** Fields of a complaint that reports group by, and the province of its store. */
export type Grouping = 'feedback_type' | 'tags' | 'department' | 'store' | 'solution' | 'province'
export type ReportPage = (typeof REPORTS)[number]['page']
