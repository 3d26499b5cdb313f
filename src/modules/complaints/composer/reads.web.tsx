import { Button } from '@mantine/core'
import { IconCopy, IconPhone } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import { spacedPhone } from '../../../shared/vietnam/vietnam.ts'
import { ChoiceMark } from '../../../web/fields/cell.tsx'
import { writeClipboard } from '../../../web/public/ui/write-clipboard.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { type Reply, useReplies } from '../comments/replies.web.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import css from './composer.module.css'
import type { AnswerWays } from './ways.web.ts'

const REPLIES_SHOWN = 3

/** To whom and how; where no mail goes out, why, the number to call and the page to hand on. */
export function Recipient({ row, isMailed, ways }: { row: Complaint; isMailed: boolean; ways: AnswerWays }) {
  const { follow } = ways
  if (row.email && isMailed)
    return <p className={css.to}>{t('To {{name}}, {{email}}', { name: row.customer_name, email: row.email })}</p>
  return (
    <div className={css.replies}>
      <p className={css.to}>{whyUnmailed(row, ways)}</p>
      {row.phone ? (
        <Button
          component="a"
          href={`tel:${row.phone}`}
          size="xs"
          variant="default"
          leftSection={<IconPhone size={14} />}
        >
          {spacedPhone(row.phone)}
        </Button>
      ) : null}
      {follow ? (
        <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={() => void copy(follow)}>
          {t('Copy the link')}
        </Button>
      ) : null}
    </div>
  )
}

function whyUnmailed({ customer_name: name, email }: Complaint, { can_mail }: AnswerWays): string {
  if (!email) return t('{{name}} gets no mail: tell them, or hand on their page.', { name })
  return can_mail
    ? t('This is not mailed: tell {{name}}, or hand on their page.', { name })
    : t('The chain does not send mail yet: tell {{name}}, or hand on their page.', { name })
}

/** The likeliest replies, a press each. */
export function Replies({ row, onPick }: { row: Complaint; onPick: (reply: Reply) => void }) {
  const replies = useReplies(row)?.slice(0, REPLIES_SHOWN)
  if (replies?.length === 0) return null
  return (
    <fieldset className={css.replies} aria-label={t('Canned replies')}>
      {replies?.map((reply) => (
        <button key={reply.id} type="button" title={reply.hint ?? undefined} onClick={() => onPick(reply)}>
          {reply.name}
        </button>
      ))}
    </fieldset>
  )
}

interface ReadsProps {
  row: Complaint
  words: string
  /** Where the case ends with it: the customer's page shows it, with the solution. */
  isEnd: boolean
  isMailed: boolean
  /** What stands below every mail. */
  foot: string
  solution?: Complaint['solution']
}

/** Said before anything is sent: what the customer will read, and where. */
export function Reads({ row, words, isEnd, isMailed, foot, solution }: ReadsProps) {
  return (
    <details className={css.reads}>
      <summary>{whereOf(row, isEnd, isMailed)}</summary>
      {isEnd && solution ? <ChoiceMark field={complaints.fields.solution} value={solution} /> : null}
      <p>{[words || '–', isMailed && foot].filter(Boolean).join('\n\n')}</p>
    </details>
  )
}

function whereOf({ customer_name: name, email }: Complaint, isEnd: boolean, isMailed: boolean): string {
  const whom = { name, email: email ?? '' }
  if (!isMailed) return t('{{name}} reads this on their page once the case is completed.', whom)
  return isEnd
    ? t('{{name}} reads this by mail at {{email}} and on their page.', whom)
    : t('{{name}} reads this by mail at {{email}}.', whom)
}

async function copy(link: string): Promise<void> {
  await writeClipboard(link)
  snackbar(t('Link copied'), { variant: 'alert', colour: 'ok' })
}
