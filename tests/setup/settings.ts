import type { Answer, Chain, Person } from './chain.ts'

interface Versioned {
  version: number
}

/** As somebody saves settings who has just opened them. */
export async function saveSettings<D = unknown>(
  chain: Chain,
  path: 'chain' | 'mailbox' | 'working-time',
  { by, body }: { by: Person; body: object },
): Promise<Answer<D>> {
  const { data } = await chain.call<Versioned & { settings?: Versioned | null }>('GET', path, { by })
  const { version = 0 } = path === 'mailbox' ? (data.settings ?? {}) : data
  return chain.call<D>('PUT', path, { by, body: { version, ...body } })
}
