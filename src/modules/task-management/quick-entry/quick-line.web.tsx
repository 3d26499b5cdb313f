import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { ApiRefusal, failureWords, post } from '../../../web/api.ts'
import { go } from '../../../web/app/location.ts'
import { changed } from '../../../web/query.ts'
import { useMay } from '../../../web/session.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../../web/unique.ts'
import { tasks } from '../task-management.ts'
import { Chips } from './chips.web.tsx'
import { PeoplePicker, usePicker } from './people-picker.web.tsx'
import css from './quick-line.module.css'
import { useQuickTask } from './use-quick-task.web.ts'

/** One line is a task: what was understood stands below it, and is set right there before Enter keeps it. */
export function QuickLine({ onMade }: { onMade?: (id: number) => void }) {
  const may = useMay()
  const input = useRef<HTMLInputElement>(null)
  const task = useQuickTask()
  const picker = usePicker(task, input)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const key = useRef(uniqueKey())
  const hintId = useId()
  if (!may(tasks.permission, 'add')) return null

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isSaving || task.line.trim() === '') return
    const wrong = task.wrong[0]
    if (wrong) return setError(wrong)
    setSaving(true)
    try {
      const made = await post<{ id: number; number: string }>(tasks.wire, task.body, { idempotencyKey: key.current })
      key.current = uniqueKey()
      task.clear()
      setError(null)
      changed(tasks.name)
      snackbar(t('Made {{number}}', { number: made.number }), {
        action: { label: t('Show'), run: () => go(`/${tasks.name}/view/${made.id}`) },
      })
      onMade?.(made.id)
    } catch (refusal) {
      setError(failureWords(refusal))
      // Refused content was not kept; sent again corrected, it is another one and needs another key.
      if (refusal instanceof ApiRefusal && refusal.status >= 400 && refusal.status < 500) key.current = uniqueKey()
    }
    setSaving(false)
    // Whoever has gone elsewhere meanwhile stays there.
    const now = document.activeElement
    if (now === document.body || form.contains(now)) input.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (picker.onKey(event)) return
    if (event.key === 'Escape' && task.line !== '' && !isSaving) {
      event.preventDefault()
      event.stopPropagation()
      task.clear()
      setError(null)
    }
  }
  return (
    <form className={css.quick} onSubmit={(event) => void save(event)} aria-label={t('Quick entry')}>
      <div className={css.row}>
        <TextInput
          ref={input}
          className={css.line}
          value={task.line}
          maxLength={500}
          autoComplete="off"
          readOnly={isSaving}
          onChange={(event) => {
            task.write(event.currentTarget.value)
            setError(null)
          }}
          onKeyDown={onKey}
          onSelect={picker.onCaret}
          onBlur={picker.close}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          placeholder={t('Check the cold room @Hoàng tomorrow 9am !high')}
          aria-label={t('New task in one line')}
          aria-describedby={hintId}
          {...picker.aria}
        />
        <Button type="submit" loading={isSaving} disabled={task.line.trim() === ''}>
          {t('Add')}
        </Button>
        <PeoplePicker picker={picker} />
      </div>
      <p id={hintId} className="visually-hidden">
        {t('Write what is to be done, @ and who, when, and ! and how urgent. What was understood stands below.')}
      </p>
      {task.line.trim() === '' ? null : <Chips task={task} />}
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </form>
  )
}
