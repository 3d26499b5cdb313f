import { t } from '../../../shared/language.ts'
import { CommentBox } from '../../../web/discussion/comment-box.tsx'
import { useSession } from '../../../web/session.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { CannedReplies, findReplies } from './replies.web.tsx'

/** A word to the colleagues; the canned replies are at hand. */
export function ComplaintCommentBox({ row }: { row: Complaint }) {
  const user = useSession()
  return (
    <CommentBox
      definition={complaints}
      id={row.id}
      placeholder={t('Write a comment; @ mentions a colleague, / inserts a canned reply')}
      onSlash={(search) => findReplies(row, user, search)}
      tools={(insert) => <CannedReplies row={row} onPick={({ html }) => insert(html)} />}
    />
  )
}
