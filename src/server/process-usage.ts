import { readFile } from 'node:fs/promises'

/** MB a process holds in memory, and seconds it has worked; 0 where the system does not say. */
export async function processUsage(pid: number | undefined): Promise<{ held: number; worked: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const [status, stat] = await Promise.all([read('status'), read('stat')])
  // Its name stands in brackets and may hold blanks; the 12th and 13th figure after it are its ticks, a hundred a second.
  const figures = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    held: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    worked: (Number(figures[11] ?? 0) + Number(figures[12] ?? 0)) / 100,
  }
}
