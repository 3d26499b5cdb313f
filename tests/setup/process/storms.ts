/**
 * How often something is killed, broken off or repeated: a few times in every run, and with `npm run storms` as often as the figures ask
 * (S60, S61 and S63 of design/security.md, and those of each desk).
 */
export const times = ({ short, whole }: { short: number; whole: number }): number =>
  process.env.STORMS === 'whole' ? whole : short
