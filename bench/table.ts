export interface Line {
  what: string
  /** Connections, or what else tells lines of one kind apart. */
  at: string
  measured: string
  limit?: string
  ratio?: string
  goal?: string
  /** Absent where no goal is set. */
  isMet?: boolean
}

/** One Markdown table, wide enough to be read as plain text too. */
export function table(lines: readonly Line[]): string {
  const head = ['what', 'at', 'measured', 'database alone', 'ratio', 'goal', 'verdict']
  const rows = lines.map(({ what, at, measured, limit = '', ratio = '', goal = '', isMet }) => [
    what,
    at,
    measured,
    limit,
    ratio,
    goal,
    verdict(isMet),
  ])
  const widths = head.map((word, column) => Math.max(word.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const print = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [print(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(print)].join('\n')
}

const verdict = (isMet: boolean | undefined): string => (isMet === undefined ? '' : isMet ? 'held' : 'MISSED')
