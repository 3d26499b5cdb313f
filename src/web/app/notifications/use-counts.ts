import { useQuery } from '@tanstack/react-query'
import { get } from '../../api.ts'
import { useEvent } from '../../events.ts'
import { client, keys } from '../../query.ts'

interface Counts {
  counts: Record<string, number>
}

/** What waits in each module, by its name; kept live by the event stream. */
export function useCounts(): Record<string, number> {
  const found = useQuery({
    queryKey: keys.modules,
    queryFn: () => get<Counts>('modules', undefined, { quiet: true }),
    staleTime: 30_000,
  })
  useEvent('mail', ({ unread }) => {
    if (unread !== undefined) client.setQueryData<Counts>(keys.modules, (held) => held && withMail(held, unread))
  })
  return found.data?.counts ?? {}
}

/** The mail server said how many are unread. */
const withMail = ({ counts }: Counts, mail: number): Counts => ({ counts: { ...counts, mail } })
