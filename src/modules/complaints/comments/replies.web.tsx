import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page, SessionUser } from '../../../shared/api.ts'
import { formatDay, formatMoment, wallClock } from '../../../shared/format.ts'
import { htmlOfText } from '../../../shared/html.ts'
import { t } from '../../../shared/language.ts'
import { languageWord } from '../../../shared/language-word.ts'
import type { Row } from '../../../shared/resource.ts'
import { get } from '../../../web/api.ts'
import { stillFits } from '../../../web/fields/rich-text/mention-words.ts'
import type { Snippet } from '../../../web/fields/rich-text/rich-text-props.ts'
import { titleOf } from '../../../web/fields/title.ts'
import { client } from '../../../web/query.ts'
import { useMay, useSession } from '../../../web/session.ts'
import { cannedReplies } from '../../canned-replies/canned-replies.ts'
import { type Filling, fillReply } from '../../canned-replies/variables.ts'
import { proposalOf } from '../assignment/proposal.web.ts'
import type { Complaint } from '../complaint.web.tsx'
import { DIRECTS } from '../flow.ts'

const MOST = 100
const OFFERED = 8
const FRESH_MS = 60_000

/** The replies offered to a person: everybody's and those of the own department. */
const repliesOf = (user: SessionUser) =>
  queryOptions({
    queryKey: ['canned-reply', 'list', 'offered', user.department?.id],
    queryFn: () =>
      get<Page<Row<typeof cannedReplies>>>(
        'canned-reply',
        { perpage: MOST, active: true, department: ['none', ...(user.department ? [user.department.id] : [])] },
        { quiet: true },
      ),
    staleTime: FRESH_MS,
  })

/** What is put into an answer, and the outcome it proposes. */
export interface Reply extends Snippet {
  solution: Complaint['solution']
  origin: string | null
}

/** That of the complaint's rule first, then those for complaints of its type, those for others last. */
function inRank(replies: readonly Row<typeof cannedReplies>[], { feedback_type }: Complaint, ruled?: number | null) {
  const rank = ({ id, types }: Row<typeof cannedReplies>) =>
    id === ruled ? -1 : types.length === 0 ? 1 : types.some((one) => one.id === feedback_type?.id) ? 0 : 2
  return replies.toSorted((a, b) => rank(a) - rank(b))
}

/** The replies at hand for an answer, the likeliest first; undefined until they are known. */
export function useReplies(row: Complaint): Reply[] | undefined {
  const user = useSession()
  const may = useMay()
  const { data } = useQuery(repliesOf(user))
  const isRuled = may('complaints', DIRECTS)
  const { data: proposal, isPending } = useQuery({ ...proposalOf(row.id), enabled: isRuled })
  // Both at once: none moves once it stands there.
  return data && !(isRuled && isPending) ? snippetsOf(data.data, row, user, proposal?.reply) : undefined
}

/** Each reply once for every language it is written in, its gaps filled from the complaint. */
function snippetsOf(
  replies: readonly Row<typeof cannedReplies>[],
  row: Complaint,
  user: SessionUser,
  ruled?: number | null,
): Reply[] {
  const filling = fillingOf(row, user)
  const snippet = (reply: Row<typeof cannedReplies>, language: string, text: string | null): Reply[] =>
    text
      ? [
          {
            id: `${reply.id} ${language}`,
            name: [titleOf(cannedReplies, reply), language].filter(Boolean).join(' · '),
            hint: fillReply(text, filling),
            html: htmlOfText(fillReply(text, filling)),
            solution: reply.solution,
            origin: reply.origin,
          },
        ]
      : []
  return inRank(replies, row, ruled).flatMap((reply) => [
    ...snippet(reply, '', reply.body),
    ...snippet(reply, languageWord('en'), reply.body_en),
    ...snippet(reply, languageWord('ko'), reply.body_ko),
  ])
}

function fillingOf(row: Complaint, user: SessionUser): Filling {
  const moment = (at: string | null) => (at ? formatMoment(at, user.time_zone) : '')
  return {
    customer_name: row.customer_name,
    issue_number: row.issue_number,
    title: row.title,
    feedback_type: row.feedback_type?.name ?? '',
    store: row.store?.name ?? '',
    department: row.department?.name ?? '',
    assignee: row.assignee?.name ?? '',
    deadline: moment(row.due_at),
    received_at: moment(row.created_at),
    today: formatDay(wallClock(new Date(), user.time_zone).day),
    my_name: user.user_name,
  }
}

/** Finds replies for what is typed after a slash, without regard to diacritics. */
export async function findReplies(row: Complaint, user: SessionUser, search: string): Promise<Reply[]> {
  const { data } = await client.fetchQuery(repliesOf(user))
  return snippetsOf(data, row, user)
    .filter(({ name }) => stillFits(name, search))
    .slice(0, OFFERED)
}

/** The same replies in a list, for the mouse and for those who do not know the slash. */
export function CannedReplies({ row, onPick }: { row: Complaint; onPick: (reply: Reply) => void }) {
  const [isOpen, setOpen] = useState(false)
  const user = useSession()
  const found = useQuery({ ...repliesOf(user), enabled: isOpen })
  return (
    <Menu position="top-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Tooltip label={t('Canned replies; type / to find one')}>
          <ActionIcon aria-label={t('Canned replies')} onClick={() => setOpen(!isOpen)}>
            <IconMessage2 size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('Canned replies')}</Menu.Label>
        {found.data &&
          snippetsOf(found.data.data, row, user).map((one) => (
            <Menu.Item key={one.id} onClick={() => onPick(one)}>
              {one.name}
            </Menu.Item>
          ))}
        {found.isPending && <Menu.Label>{t('Loading…')}</Menu.Label>}
        {found.data?.data.length === 0 && <Menu.Label>{t('Nothing here yet')}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}
