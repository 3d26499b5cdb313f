import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconPaperclip, IconSend } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Named, StoredFile } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { get, post } from '../api.ts'
import { Thumbnail } from '../fields/files/thumbnail.tsx'
import { endingsOf } from '../fields/files/uploads.ts'
import { useUploads } from '../fields/files/use-uploads.ts'
import { mentionsIn } from '../fields/rich-text/mention-words.ts'
import { RichTextInput } from '../fields/rich-text/rich-text.tsx'
import type { Snippet } from '../fields/rich-text/rich-text-props.ts'
import { shortName } from '../fields/short-name.tsx'
import { keyFor, type Once } from '../once.ts'
import { changed, client } from '../query.ts'
import { useSession } from '../session.ts'
import { Face } from '../ui/avatar.tsx'
import { FilePicker } from '../ui/file-picker.tsx'
import { sayFailure } from '../ui/snackbar.tsx'
import css from './comment-box.module.css'
import { PendingList } from './pending-list.tsx'
import { type Comment, type StoryData, storyKey } from './story-entries.ts'
import { useCommentDraft, useCommentFiles } from './use-comment-draft.ts'

const MOST_FILES = 10

interface CommentBoxProps {
  definition: Definition
  id: number
  placeholder?: string
  /** What is offered after a slash. */
  onSlash?: (search: string) => Promise<Snippet[]>
  /** Beside the paper clip; gets what puts words behind those that stand there. */
  tools?: (insert: (html: string) => void) => ReactNode
}

/** A word to the colleagues, with mentions and pictures; kept as a draft until it is sent. */
export function CommentBox({ definition, id, placeholder, onSlash, tools }: CommentBoxProps) {
  const user = useSession()
  const { wire } = definition
  const [body, setBody] = useCommentDraft(wire, id)
  const [files, setFiles] = useCommentFiles(wire, id)
  const [once, setOnce] = useLocalStorage<Once | null>({
    key: `comment-key-${wire}-${user.id}-${id}`,
    defaultValue: null,
  })
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
    setFiles(() => [])
    const sent = keyFor(saidBy(words), once)
    setOnce(sent)
    if (await sendComment(definition, id, words, user, sent.key)) return setOnce(null)
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
          placeholder={placeholder ?? t('Write a comment; @ mentions a colleague')}
          onMention={(search) => findPeople(wire, id, search)}
          onSlash={onSlash}
          onFiles={uploads.add}
          onSubmit={() => void submit()}
        />
        <PendingList
          files={files}
          pending={uploads.pending}
          onRemove={(id) => setFiles((held) => held.filter((one) => one.id !== id))}
          onDrop={uploads.drop}
          draw={(file) => <Thumbnail file={file} size={56} />}
        />
        <div className={css.foot}>
          <Tooltip label={t('Pictures and videos')}>
            <ActionIcon aria-label={t('Pictures and videos')} onClick={() => picker.current?.click()}>
              <IconPaperclip size={18} />
            </ActionIcon>
          </Tooltip>
          <FilePicker
            ref={picker}
            multiple
            accept={endingsOf('images and videos').join(',')}
            label={t('Pictures and videos')}
            onFiles={uploads.add}
          />
          {tools?.((html) => setBody((now) => now + html))}
          <span className={css.hint}>{t('Only colleagues see this')}</span>
          <Button leftSection={<IconSend size={16} />} disabled={!isReady} onClick={() => void submit()}>
            {t('Send comment')}
          </Button>
        </div>
      </div>
    </div>
  )
}

interface Colleague extends Named {
  role: string
  store: string | null
  department: string | null
}

/** Of the same name there are several: what they do, and where, tells them apart. */
const findPeople = async (wire: string, id: number, search: string): Promise<(Named & { hint: string })[]> => {
  const { data } = await get<{ data: Colleague[] }>(`${wire}/${id}/people`, { search }, { quiet: true })
  return data.map(({ id, name, role, store, department }) => {
    const place = store ? shortName('stores', store) : department && shortName('departments', department)
    return { id, name, hint: [role, place].filter(Boolean).join(' · ') }
  })
}

type Words = { body: string; attachments: StoredFile[] }

const saidBy = ({ body, attachments }: Words): string => JSON.stringify([body, attachments.map((file) => file.id)])

/** Shows the comment at once, then sends it. */
async function sendComment(
  definition: Definition,
  id: number,
  { body, attachments }: Words,
  author: { id: number; user_name: string },
  idempotencyKey: string,
): Promise<boolean> {
  const key = storyKey(definition, id)
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
  // The story may have been read anew, with this comment in it, before the answer comes.
  const replaceEarly = (by: Comment[]) =>
    client.setQueryData<StoryData>(key, (held) => ({
      data: [
        ...(held?.data ?? []).filter(({ comment }) => ![early, ...by].some(({ id }) => id === comment?.id)),
        ...by.map((comment) => ({ at: comment.created_at, kind: 'comment' as const, comment })),
      ],
    }))
  replaceEarly([early])
  try {
    const sent = { body, mentions: mentionsIn(body), attachments: attachments.map((file) => file.id) }
    const made = await post<Comment>(`${definition.wire}/${id}/comment`, sent, { idempotencyKey })
    replaceEarly([made])
    changed(definition.name, id)
    return true
  } catch (error) {
    replaceEarly([])
    sayFailure(error)
    return false
  }
}
