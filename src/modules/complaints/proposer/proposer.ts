/** What is proposed while a complaint is typed. */
export const PROPOSED_FIELDS = ['feedback_type', 'department'] as const
export type ProposedField = (typeof PROPOSED_FIELDS)[number]

/** Shown only where it was right so often on complaints it had not seen. */
export const RIGHT_LEAST = 0.8
/** Fewer than so many proposals prove nothing. */
export const TRIED_LEAST = 30

/** How good the proposals of a field are. */
export interface ProposerView {
  field: ProposedField
  is_on: boolean
  /** Of those proposed on complaints it had not seen, the share that was right; null before it has learnt. */
  right_share: number | null
  /** Of the complaints it had not seen, the share for which it proposed something. */
  proposed_share: number | null
  /** Complaints it had not seen. */
  tried: number
  learnt_from: number
  learnt_at: string | null
}

export const isGoodEnough = ({
  right_share,
  proposed_share,
  tried,
}: Pick<ProposerView, 'right_share' | 'proposed_share' | 'tried'>): boolean =>
  right_share !== null && right_share >= RIGHT_LEAST && (proposed_share ?? 0) * tried >= TRIED_LEAST
