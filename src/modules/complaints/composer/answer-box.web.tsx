import { Button, TextInput } from '@mantine/core'
import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { IconCheck, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { checkFields } from '../../../shared/checks.ts'
import { t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { plainWords } from '../../../shared/plain-words.ts'
import { ApiRefusal } from '../../../web/api.ts'
import { FieldInput } from '../../../web/fields/input.tsx'
import { RichTextInput } from '../../../web/fields/rich-text/rich-text.tsx'
import { client } from '../../../web/query.ts'
import { inOrder } from '../../../web/screens/form/form-errors.ts'
import { goToNeighbour } from '../../../web/screens/view/neighbours.tsx'
import { useMay, useSession } from '../../../web/session.ts'
import { Beside } from '../../../web/ui/beside.ts'
import { sayFailure, snackbar } from '../../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../../web/unique.ts'
import assist from '../assist/assist.module.css'
import { noteUse, ProposeAnswer } from '../assist/assist.web.tsx'
import { CannedReplies, findReplies, type Reply } from '../comments/replies.web.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'
import { FilePick } from '../mail/file-pick.web.tsx'
import { completeWith, sendAnswer } from './answer.web.ts'
import css from './composer.module.css'
import { Reads, Recipient, Replies } from './reads.web.tsx'
import { answerWaysOf, NO_WAY } from './ways.web.ts'

interface AnswerBoxProps {
  row: Complaint
  canComplete: boolean
  onDone: () => void
}

/** What completing asks beside the answer. */
const OUTCOME = {
  solution: { ...complaints.fields.solution, required: true, drawn: 'buttons' },
  origin: { ...complaints.fields.origin, required: true },
} as const

/** An answer to the customer, sent by mail or with the end of the case; kept as a draft until it is sent. */
export default function AnswerBox({ row, canComplete, onDone }: AnswerBoxProps) {
  const user = useSession()
  const draft = { key: `mail-${user.id}-${row.id}`, defaultValue: '' }
  const [body, setBody] = useLocalStorage({ ...draft, getInitialValueInEffect: false })
  const [isProposed, setProposed] = useLocalStorage({
    key: `mail-proposed-${user.id}-${row.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const beside = use(Beside)
  const onward = () => (beside ? beside.onward() : void goToNeighbour(complaints, row.id, 1))
  const may = useMay()
  const { data: ways = NO_WAY, isPending } = useQuery(answerWaysOf(row.id))
  const canMail = ways.can_mail && may('complaints', DIRECTS)
  const isMailed = canMail || (canComplete && ways.mails_completion)
  const [subject, setSubject] = useState(row.title)
  const [files, setFiles] = useState<readonly string[]>([])
  const [isUploading, setUploading] = useState(false)
  const [solution, setSolution] = useState(row.solution)
  const [origin, setOrigin] = useState(row.origin ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState<'send' | 'complete'>()
  const key = useRef(uniqueKey())
  /** What was mailed already, should the end of the case be refused. */
  const mailed = useRef('')
  const isEmpty = plainWords(body) === ''

  const append = (html: string) => setBody((now) => (plainWords(now) === '' ? html : now + html))
  const adopt = (reply: Reply) => {
    if (reply.solution) setSolution(reply.solution)
    if (reply.origin) setOrigin(reply.origin)
  }
  const insert = (reply: Reply) => {
    append(reply.html)
    adopt(reply)
  }
  const mail = async () => {
    if (mailed.current === body) return
    await sendAnswer(row, { html: body, subject, files }, key.current)
    key.current = uniqueKey()
    mailed.current = body
  }
  const settle = async (kind: 'send' | 'complete', run: () => Promise<void>, said: string) => {
    if (isEmpty || isUploading || busy) return
    setBusy(kind)
    setErrors({})
    try {
      if (isProposed) await noteUse(row)
      setProposed(false)
      await run()
      // What was written since stays for the next one.
      if (readLocalStorageValue(draft) === body) setBody('')
      setFiles([])
      mailed.current = ''
      snackbar(said, { variant: 'alert', colour: 'ok' })
      onDone()
      if (kind === 'complete') onward()
    } catch (error) {
      if (error instanceof ApiRefusal) {
        if (error.status >= 400 && error.status < 500) key.current = uniqueKey()
        setErrors(error.fields)
      }
      sayFailure(error)
    }
    setBusy(undefined)
  }
  const send = () => settle('send', mail, t('The mail is on its way'))
  const complete = () => {
    const { comment } = complaints.fields
    // No mail goes whose words the end of the case would refuse.
    const checked = checkFields({ ...OUTCOME, comment }, { solution, origin, comment: plainWords(body) })
    if (!checked.ok) return setErrors(inOrder(Object.keys(OUTCOME), checked.errors, tell))
    const run = async () => {
      // Completing by itself sends words alone: files, and answers where no such mail goes out, go by a mail of their own.
      const known = await client.ensureQueryData(answerWaysOf(row.id))
      if (known.can_mail && may('complaints', DIRECTS) && (!known.mails_completion || files.length > 0)) await mail()
      await completeWith(row, body, { solution, origin: origin.trim() })
    }
    return settle('complete', run, t('{{number}} is answered and completed', { number: row.issue_number }))
  }
  return (
    <div className={css.box}>
      {isPending ? <div className={css.replies} /> : <Recipient row={row} isMailed={isMailed} ways={ways} />}
      <Replies row={row} onPick={insert} />
      <RichTextInput
        value={body}
        onChange={setBody}
        autoFocus
        aria-label={t('Answer to the customer')}
        placeholder={t('Write to the customer; / inserts a canned reply')}
        onSlash={async (search) =>
          (await findReplies(row, user, search)).map((reply) => ({ ...reply, onInsert: () => adopt(reply) }))
        }
        onSubmit={() => void (canComplete ? complete() : send())}
      />
      {isProposed && !isEmpty ? (
        <p className={assist.note}>{t('Proposed by the assistant: check it before you send it')}</p>
      ) : null}
      {errors.comment ? <p role="alert">{errors.comment}</p> : null}
      {canMail && (
        <>
          <FilePick files={row.attachments} picked={files} onPick={setFiles} onBusy={setUploading} />
          <TextInput
            size="xs"
            label={t('Subject')}
            value={subject}
            maxLength={150}
            onChange={(event) => setSubject(event.currentTarget.value)}
          />
        </>
      )}
      {canComplete && (
        <div className={css.outcome}>
          <FieldInput
            name="solution"
            field={OUTCOME.solution}
            value={solution}
            onChange={(value) => setSolution(value as Complaint['solution'])} // one of the choices of the field
            error={errors.solution}
          />
          <FieldInput
            name="origin"
            field={OUTCOME.origin}
            value={origin}
            onChange={(value) => setOrigin(String(value ?? ''))}
            error={errors.origin}
          />
        </div>
      )}
      <Reads
        row={row}
        words={plainWords(body)}
        isEnd={canComplete}
        isMailed={isMailed}
        foot={ways.foot}
        solution={solution}
      />
      <div className={css.foot}>
        <CannedReplies row={row} onPick={insert} />
        <ProposeAnswer
          row={row}
          onPropose={(html) => {
            append(html)
            setProposed(true)
          }}
        />
        {canMail && (
          <Button
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
            disabled={isEmpty || isUploading}
            loading={busy === 'send'}
            onClick={() => void send()}
          >
            {t('Send mail')}
          </Button>
        )}
        {canComplete && (
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            disabled={isEmpty || isUploading}
            loading={busy === 'complete'}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void complete()}
          >
            {canMail || ways.mails_completion ? t('Send and complete') : t('Answer and complete')}
          </Button>
        )}
      </div>
    </div>
  )
}
