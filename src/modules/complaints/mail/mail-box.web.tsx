import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import '@mantine/core/styles/SegmentedControl.css'
import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { IconMail } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { StoredFile } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { ApiRefusal, post } from '../../../web/api.ts'
import { RichTextInput } from '../../../web/fields/rich-text/rich-text.tsx'
import { changed } from '../../../web/query.ts'
import { useMay, useSession } from '../../../web/session.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../../web/unique.ts'
import { ComplaintCommentBox } from '../comments/comment-box.web.tsx'
import { CannedReplies, findReplies } from '../comments/replies.web.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'
import css from './mail.module.css'

/** Where words are written: to the colleagues, or, by those who may, to the customer. */
export function WriteBox({ row }: { row: Complaint }) {
  const may = useMay()
  const [to, setTo] = useState('colleagues')
  if (!may('complaints', DIRECTS) || !row.email) return <ComplaintCommentBox row={row} />
  return (
    <div className={css.box}>
      <SegmentedControl
        className={css.switch}
        size="xs"
        value={to}
        onChange={setTo}
        aria-label={t('Write to')}
        data={[
          { value: 'colleagues', label: t('Note to colleagues') },
          { value: 'customer', label: t('Mail to the customer') },
        ]}
      />
      {to === 'customer' ? <MailBox row={row} /> : <ComplaintCommentBox row={row} />}
    </div>
  )
}

/** A mail to the customer; kept as a draft until it is sent. */
function MailBox({ row }: { row: Complaint }) {
  const draft = { key: `mail-${row.id}`, defaultValue: '' }
  const [body, setBody] = useLocalStorage({ ...draft, getInitialValueInEffect: false })
  const user = useSession()
  const [subject, setSubject] = useState(row.title)
  const [files, setFiles] = useState<readonly string[]>([])
  const [isSending, setSending] = useState(false)
  const key = useRef(uniqueKey())
  const send = async () => {
    if (body.trim() === '' || isSending) return
    setSending(true)
    try {
      await post(`${WIRE}/${row.id}/send-mail`, { subject, body, attachments: files }, { idempotencyKey: key.current })
      key.current = uniqueKey()
      // What was written or picked since stays for the next one.
      if (readLocalStorageValue(draft) === body) setBody('')
      setFiles((since) => since.filter((id) => !files.includes(id)))
      snackbar(t('The mail is on its way'), { variant: 'alert', colour: 'ok' })
      changed(complaints.name, row.id)
    } catch (error) {
      const isRefused = error instanceof ApiRefusal && error.status >= 400 && error.status < 500
      if (isRefused) key.current = uniqueKey()
      snackbar(wordsOf(error), { variant: 'alert', colour: 'bad' })
    }
    setSending(false)
  }
  return (
    <div className={css.box}>
      <p className={css.address}>{t('To {{name}}, {{email}}', { name: row.customer_name, email: row.email ?? '' })}</p>
      <TextInput
        label={t('Subject')}
        description={t('Our number follows behind it')}
        value={subject}
        maxLength={150}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <RichTextInput
        value={body}
        onChange={setBody}
        aria-label={t('Text')}
        placeholder={t('Write to the customer; / inserts a canned reply')}
        onSlash={(search) => findReplies(row, user, search)}
        onSubmit={() => void send()}
      />
      <FilePick files={row.attachments} picked={files} onPick={setFiles} />
      <div className={css.foot}>
        <CannedReplies row={row} onPick={(html) => setBody(body + html)} />
        <span className={css.grow} />
        <Button
          leftSection={<IconMail size={16} aria-hidden />}
          disabled={body.trim() === ''}
          loading={isSending}
          onClick={() => void send()}
        >
          {t('Send mail')}
        </Button>
      </div>
    </div>
  )
}

interface FilePickProps {
  files: readonly StoredFile[]
  picked: readonly string[]
  onPick: (ids: readonly string[]) => void
}

function FilePick({ files, picked, onPick }: FilePickProps) {
  if (files.length === 0) return null
  return (
    <fieldset className={css.pick}>
      <legend>{t('Files of the complaint to send along')}</legend>
      {files.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="xs"
          label={name}
          checked={picked.includes(id)}
          onChange={({ currentTarget }) =>
            onPick(currentTarget.checked ? [...picked, id] : picked.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
}

const wordsOf = (error: unknown): string =>
  error instanceof ApiRefusal ? (Object.values(error.fields)[0] ?? error.description) : t('Something went wrong')
