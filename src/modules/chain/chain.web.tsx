import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { checkFields } from '../../shared/checks.ts'
import type { Fields } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { tell } from '../../shared/message.ts'
import { get, put } from '../../web/api.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { type Draft, givenAll } from '../../web/fields/values.ts'
import { LETTERHEAD } from '../../web/paper/letterhead.tsx'
import { client } from '../../web/query.ts'
import form from '../../web/screens/form/form.module.css'
import { errorsOf, focusField } from '../../web/screens/form/form-errors.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { useMay } from '../../web/session.ts'
import { Page } from '../../web/ui/page.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { chainFields } from './chain.ts'

const FIELDS: Fields = chainFields
const KEY = ['chain']
const GROUPS = [
  { label: 'The company', fields: ['name', 'legal_name', 'tax_code', 'address'] },
  { label: 'Contact', fields: ['phone', 'email'] },
  { label: 'Logo', fields: ['logo'] },
]

/** What the chain is on its papers, mails and public pages. */
function ChainDetails() {
  const found = useQuery({ queryKey: KEY, queryFn: () => get<Draft>('chain'), staleTime: 0 })
  return (
    <Page title={t('Company details')}>
      {found.isError && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.isPending ? <SkeletonLines lines={10} /> : null}
      {found.data ? <Details kept={found.data} /> : null}
    </Page>
  )
}

function Details({ kept }: { kept: Draft }) {
  const isOpen = useMay()('system', 'edit')
  const [draft, setDraft] = useState(kept)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const refuse = (found: Record<string, string>) => {
    setErrors(found)
    const first = Object.keys(found).find(Boolean)
    if (first) window.setTimeout(() => focusField(first))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const given = Object.entries(givenAll(FIELDS, draft)).filter(([, value]) => value !== '' && value !== null)
    const found = checkFields(FIELDS, Object.fromEntries(given))
    if (!found.ok)
      return refuse(Object.fromEntries(Object.entries(found.errors).map(([name, error]) => [name, tell(error)])))
    setErrors({})
    setBusy(true)
    try {
      const now = await put<Draft>('chain', found.values)
      client.setQueryData(KEY, now)
      void client.invalidateQueries({ queryKey: LETTERHEAD })
      setDraft(now)
      snackbar(t('Saved'))
    } catch (error) {
      refuse(errorsOf(error))
    }
    setBusy(false)
  }
  return (
    <form
      className={form.form}
      noValidate
      onSubmit={(event) => void save(event)}
      aria-label={t('Company details')}
      aria-busy={isBusy}
    >
      {errors[''] && (
        <p role="alert" className={form.summary}>
          {errors['']}
        </p>
      )}
      {GROUPS.map(({ label, fields }) => (
        <fieldset key={label} className={form.sheet}>
          <legend>{t(label)}</legend>
          {fields.map((name) => {
            const field = FIELDS[name]
            return field ? (
              <FieldInput
                key={name}
                name={name}
                field={field}
                value={draft[name]}
                onChange={(value) => setDraft((now) => ({ ...now, [name]: value }))}
                error={errors[name]}
                disabled={isBusy || !isOpen}
              />
            ) : null
          })}
        </fieldset>
      ))}
      {isOpen && (
        <div className={form.foot}>
          <Button type="submit" loading={isBusy}>
            {t('Save')}
          </Button>
        </div>
      )}
    </form>
  )
}

export default { pages: { '': ChainDetails } } satisfies ModuleWeb
