import { Button, Textarea } from '@mantine/core'
import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { htmlOfText } from '../../../shared/html.ts'
import { t } from '../../../shared/language.ts'
import { spacedPhone } from '../../../shared/vietnam/vietnam.ts'
import { post } from '../../../web/api.ts'
import { keyFor, type Once } from '../../../web/once.ts'
import { changed } from '../../../web/query.ts'
import { useSession } from '../../../web/session.ts'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import css from './composer.module.css'

/** What was said on the phone, with the number a tap away; kept as a draft until it is saved. */
export default function CallBox({ row, onDone }: { row: Complaint; onDone: () => void }) {
  const user = useSession()
  const draft = { key: `comment-call-${user.id}-${row.id}`, defaultValue: '' }
  const [words, setWords] = useLocalStorage({ ...draft, getInitialValueInEffect: false })
  const [once, setOnce] = useLocalStorage<Once | null>({
    key: `comment-call-key-${user.id}-${row.id}`,
    defaultValue: null,
  })
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (words.trim() === '' || isSaving) return
    setSaving(true)
    const body = htmlOfText(words.trim())
    const sent = keyFor(body, once)
    setOnce(sent)
    try {
      await post(`${WIRE}/${row.id}/comment`, { body, kind: 'call' }, { idempotencyKey: sent.key })
      setOnce(null)
      // What was written since stays for the next one.
      if (readLocalStorageValue(draft) === words) setWords('')
      changed(complaints.name, row.id)
      onDone()
    } catch (error) {
      sayFailure(error)
    }
    setSaving(false)
  }
  return (
    <div className={css.box}>
      {row.phone ? (
        <div className={css.replies}>
          <Button component="a" href={`tel:${row.phone}`} variant="default" leftSection={<IconPhone size={16} />}>
            {t('Call {{name}}', { name: row.customer_name })} · {spacedPhone(row.phone)}
          </Button>
        </div>
      ) : null}
      <Textarea
        autoFocus
        autosize
        minRows={3}
        maxRows={12}
        maxLength={5000}
        aria-label={t('What was said')}
        placeholder={t('What was said')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
        }}
      />
      <div className={css.foot}>
        <p className={css.to}>{t('Only colleagues see this')}</p>
        <Button
          disabled={words.trim() === ''}
          loading={isSaving}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void save()}
        >
          {t('Save the call')}
        </Button>
      </div>
    </div>
  )
}
