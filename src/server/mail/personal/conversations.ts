import type { MailHeader } from './headers.ts'

export interface Listed {
  uid: number
  header: MailHeader
}

/**
 * Gathers mails into conversations: those that name each other by Message-ID, In-Reply-To or References, or to which the mail server gave the same
 * number. Both the conversations and the mails of each are in the order given.
 */
export function conversationsOf<M extends Listed>(mails: readonly M[]): M[][] {
  const leaders = new Map<string, string>()
  const leaderOf = (name: string): string => {
    let found = name
    for (let next = leaders.get(found); next !== undefined && next !== found; next = leaders.get(found)) found = next
    return found
  }
  const namesOf = ({ uid, header: { id, refs, thread } }: M): string[] =>
    thread ? [`thread ${thread}`] : [...(id ? [id] : []), ...refs, ...(id || refs.length > 0 ? [] : [`uid ${uid}`])]
  for (const mail of mails) {
    const [first = '', ...others] = namesOf(mail)
    const leader = leaderOf(first)
    leaders.set(leader, leader)
    for (const other of others) leaders.set(leaderOf(other), leader)
  }
  return [...Map.groupBy(mails, (mail) => leaderOf(namesOf(mail)[0] ?? '')).values()]
}
