import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconPaperclip, IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Named, StoredFile } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { ApiRefusal, get, post } from '../../../web/api.ts'
import css from '../../../web/discussion/comment-box.module.css'
import { PendingList } from '../../../web/discussion/pending-list.tsx'
import { Thumbnail } from '../../../web/fields/files/thumbnail.tsx'
import { endingsOf } from '../../../web/fields/files/uploads.ts'
import { useUploads } from '../../../web/fields/files/use-uploads.ts'
import { mentionsIn } from '../../../web/fields/rich-text/mention-words.ts'
import { RichTextInput } from '../../../web/fields/rich-text/rich-text.tsx'
import { changed, client } from '../../../web/query.ts'
import { useSession } from '../../../web/session.ts'
import { Face } from '../../../web/ui/avatar.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../../web/unique.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { type Comment, type Timeline, timelineKey } from '../timeline/timeline.web.tsx'
import { CannedReplies, findReplies } from './replies.web.tsx'
import { useCommentDraft } from './use-comment-draft.web.ts'

const MOST_FILES = 10

/** A word to the colleagues, with mentions and pictures; kept as a draft until it is sent. */
export function CommentBox({ row }: { row: Complaint }) {
  const user = useSession()
  const [body, setBody] = useCommentDraft(row.id)
  const [files, setFiles] = useState<StoredFile[]>([])
  const [once, setOnce] = useLocalStorage<Once | null>({ key: `comment-key-${user.id}-${row.id}`, defaultValue: null })
  const [isBusy, setBusy] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const uploads = useUploads({
    accept: 'images and videos',
    max: MOST_FILES,
    held: files.length,
    onStored: (file) => setFiles((held) => [...held, file]),
    onBusy: setBusy,
  })
  const isReady = !isBusy && (body.trim() !== '' || files.length > 0)

  const submit = async () => {
    if (!isReady) return
    const words = { body: body || `<p>${t('Pictures')}</p>`, attachments: files }
    setBody('')
    setFiles([])
    const sent = keyFor(words, once)
    setOnce(sent)
    if (await sendComment(row.id, words, user, sent.key)) return setOnce(null)
    setBody((since) => body + since)
    setFiles((since) => [...files, ...since])
  }

  return (
    <div className={css.box}>
      <Face name={user.user_name} avatar={user.avatar} size={28} />
      <div className={css.main}>
        <RichTextInput
          isCompact
          value={body}
          onChange={setBody}
          aria-label={t('Comment')}
          placeholder={t('Write a comment; @ mentions a colleague, / inserts a canned reply')}
          onMention={(search) => findPeople(row.id, search)}
          onSlash={(search) => findReplies(row, user, search)}
          onFiles={uploads.add}
          onSubmit={() => void submit()}
        />
        <PendingList
          files={files}
          pending={uploads.pending}
          onRemove={(id) => setFiles(files.filter((one) => one.id !== id))}
          onDrop={uploads.drop}
          draw={(file) => <Thumbnail file={file} size={56} />}
        />
        <div className={css.foot}>
          <Tooltip label={t('Pictures and videos')}>
            <ActionIcon aria-label={t('Pictures and videos')} onClick={() => picker.current?.click()}>
              <IconPaperclip size={18} />
            </ActionIcon>
          </Tooltip>
          <input
            ref={picker}
            type="file"
            hidden
            multiple
            accept={endingsOf('images and videos').join(',')}
            aria-label={t('Pictures and videos')}
            onChange={(event) => {
              uploads.add([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
          <CannedReplies row={row} onPick={(html) => setBody(body + html)} />
          <span className={css.hint}>{t('Only colleagues see this')}</span>
          <Button leftSection={<IconSend size={16} />} disabled={!isReady} onClick={() => void submit()}>
            {t('Send comment')}
          </Button>
        </div>
      </div>
    </div>
  )
}

const findPeople = async (id: number, search: string): Promise<Named[]> => {
  const { data } = await get<{ data: Named[] }>(`${WIRE}/${id}/people`, { search }, { quiet: true })
  return data
}

type Words = { body: string; attachments: StoredFile[] }
type Once = { words: string; key: string }

/** The same words sent again carry the same key: an answer lost on its way must not say them twice. */
function keyFor({ body, attachments }: Words, before: Once | null): Once {
  const words = JSON.stringify([body, attachments.map((file) => file.id)])
  return before?.words === words ? before : { words, key: uniqueKey() }
}

/** Shows the comment at once, then sends it. */
async function sendComment(
  id: number,
  { body, attachments }: Words,
  author: { id: number; user_name: string },
  idempotencyKey: string,
): Promise<boolean> {
  const key = timelineKey(id)
  const created_at = new Date().toISOString()
  const early: Comment = {
    id: -Date.now(),
    kind: 'internal',
    body,
    mentions: [],
    attachments,
    author: { id: author.id, name: author.user_name },
    created_at,
    isOnItsWay: true,
  }
  const replaceEarly = (by: Comment[]) =>
    client.setQueryData<Timeline>(key, (held) => ({
      data: [
        ...(held?.data ?? []).filter((one) => one.comment?.id !== early.id),
        ...by.map((comment) => ({ at: comment.created_at, kind: 'comment' as const, comment })),
      ],
    }))
  replaceEarly([early])
  try {
    const sent = { body, mentions: mentionsIn(body), attachments: attachments.map((file) => file.id) }
    const made = await post<Comment>(`${WIRE}/${id}/comment`, sent, { idempotencyKey })
    replaceEarly([made])
    changed(complaints.name, id)
    return true
  } catch (error) {
    replaceEarly([])
    const words =
      error instanceof ApiRefusal ? (Object.values(error.fields)[0] ?? error.description) : t('Something went wrong')
    snackbar(words, { variant: 'alert', colour: 'bad' })
    return false
  }
}
