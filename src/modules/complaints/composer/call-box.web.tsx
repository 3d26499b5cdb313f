import { Button, Textarea } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconPhone } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { htmlOfText } from '../../../shared/html.ts'
import { t } from '../../../shared/language.ts'
import { spacedPhone } from '../../../shared/vietnam/vietnam.ts'
import { post } from '../../../web/api.ts'
import { changed } from '../../../web/query.ts'
import { useSession } from '../../../web/session.ts'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../../web/unique.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import css from './composer.module.css'

/** What was said on the phone, with the number a tap away; kept as a draft until it is saved. */
export default function CallBox({ row, onDone }: { row: Complaint; onDone: () => void }) {
  const [words, setWords] = useLocalStorage({
    key: `comment-call-${useSession().id}-${row.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const [isSaving, setSaving] = useState(false)
  const key = useRef(uniqueKey())
  const save = async () => {
    if (words.trim() === '' || isSaving) return
    setSaving(true)
    try {
      await post(
        `${WIRE}/${row.id}/comment`,
        { body: htmlOfText(words.trim()), kind: 'call' },
        { idempotencyKey: key.current },
      )
      key.current = uniqueKey()
      setWords('')
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
