import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { checkFields } from '../../shared/checks.ts'
import { t } from '../../shared/language.ts'
import { tell } from '../../shared/message.ts'
import { pick, type Row } from '../../shared/resource.ts'
import { get, post } from '../../web/api.ts'
import { useLeaveGuard } from '../../web/app/location.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { Show } from '../../web/fields/show.tsx'
import { changedNames, type Draft, givenAll } from '../../web/fields/values.ts'
import { changed } from '../../web/query.ts'
import { askToLeave } from '../../web/screens/form/ask-to-leave.ts'
import { ErrorSummary } from '../../web/screens/form/error-summary.tsx'
import { errorsOf } from '../../web/screens/form/form-errors.ts'
import { refreshUser } from '../../web/session.ts'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { users } from '../users/users.ts'
import { Avatar } from './avatar.web.tsx'
import css from './profile-setting.module.css'

type UserRow = Row<typeof users>

const FIELDS = pick(users, 'user_name', 'gender', 'address', 'signature_email')
const FACTS = ['user_code', 'email', 'role', 'store', 'department', 'position', 'employee_code', 'work_date'] as const

/** What a person may change about themselves, and what an administrator keeps. */
export function ProfileTab() {
  const found = useQuery({
    queryKey: ['account'],
    queryFn: () => get<UserRow>('user/show'),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonLines lines={10} />
  return (
    <div className={css.stack}>
      <section className={css.panel}>
        <Avatar />
      </section>
      <ProfileForm user={found.data} onSaved={() => void found.refetch()} />
      <Facts user={found.data} />
    </div>
  )
}

function ProfileForm({ user, onSaved }: { user: UserRow; onSaved: () => void }) {
  const form = useProfileForm(user, onSaved)
  return (
    <form className={css.panel} onSubmit={form.submit} noValidate aria-label={t('Profile')}>
      <ErrorSummary form={{ errors: form.errors, fields: FIELDS }} />
      {Object.entries(FIELDS).map(([name, field]) => (
        <FieldInput
          key={name}
          name={name}
          field={field}
          value={form.draft[name]}
          error={form.errors[name]}
          onChange={(value) => form.set(name, value)}
        />
      ))}
      <div className={`${css.buttons} ${css.end}`}>
        <span className={css.hint} role="status">
          {form.isUnsaved ? t('Unsaved changes') : ''}
        </span>
        <Button type="submit" loading={form.isSaving} disabled={!form.isUnsaved}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

function useProfileForm(user: UserRow, onSaved: () => void) {
  const [version, setVersion] = useState(user.version)
  const [start, setStart] = useState(() => draftOf(user))
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  const changes = changedNames(FIELDS, start, draft)
  const isUnsaved = changes.length > 0
  if (version !== user.version) {
    const now = draftOf(user)
    setVersion(user.version)
    setStart(now)
    // What is being typed stays.
    setDraft({ ...now, ...Object.fromEntries(changes.map((name) => [name, draft[name]])) })
  }
  useLeaveGuard(isUnsaved && !isSaving, askToLeave)
  const save = async () => {
    const body = givenAll(FIELDS, draft)
    const checked = checkFields(FIELDS, body)
    if (!checked.ok) return setErrors(inWords(checked.errors))
    setSaving(true)
    try {
      await post('change-info', body)
      setStart(draft)
      await refreshUser()
      changed('users', user.id)
      onSaved()
      snackbar(t('Your profile was saved'), { variant: 'alert', colour: 'ok' })
    } catch (error) {
      setErrors(errorsOf(error))
    } finally {
      setSaving(false)
    }
  }
  return {
    draft,
    errors,
    isSaving,
    isUnsaved,
    set: (name: string, value: unknown) => {
      setDraft((now) => ({ ...now, [name]: value }))
      setErrors(({ [name]: _, ...rest }) => rest)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      void save()
    },
  }
}

const draftOf = (user: UserRow): Draft =>
  Object.fromEntries(Object.keys(FIELDS).map((name) => [name, user[name as keyof UserRow]])) // FIELDS are users' fields

const inWords = (packed: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(packed).map(([name, said]) => [name, tell(said)]))

function Facts({ user }: { user: UserRow }) {
  return (
    <section className={css.panel}>
      <h2>{t('Managed by an administrator')}</h2>
      <dl className={css.facts}>
        {FACTS.map((name) => (
          <div key={name}>
            <dt>{t(users.fields[name].label)}</dt>
            <dd>
              <Show field={users.fields[name]} value={user[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
