import { useQuery } from '@tanstack/react-query'
import { get } from '../../api.ts'
import { keys } from '../../query.ts'

/** What waits in each module, by its name; kept live by the event stream. */
export function useCounts(): Record<string, number> {
  const found = useQuery({
    queryKey: keys.modules,
    queryFn: () => get<{ counts: Record<string, number> }>('modules', undefined, { quiet: true }),
    staleTime: 30_000,
  })
  return found.data?.counts ?? {}
}
