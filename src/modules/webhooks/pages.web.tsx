import { Button } from '@mantine/core'
import { IconKey, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { go } from '../../web/app/location.ts'
import { client } from '../../web/query.ts'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { FormScreen, ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { useMay } from '../../web/session.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { SecretOnce } from '../../web/ui/dialogs/secret-once.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import { EventPicker, EventsInWords, eventsIn } from './event-picker.web.tsx'
import { DeliveryLog, logKey } from './log.web.tsx'
import css from './webhooks.module.css'
import { webhooks } from './webhooks.ts'

const EXTRA = ['events']
const HIDDEN = ['name', 'state']

const Hooks = () => <ListScreen definition={webhooks} openFilters={['state', 'stores']} />

interface Shown {
  secret: string
  name: string
  onKept: () => void
}

const Secret = ({ secret, name, onKept }: Shown) => (
  <SecretOnce title={t('The secret of “{{name}}”', { name })} secret={secret} onKept={onKept}>
    {t('The other system verifies with it that what it hears comes from here (Standard Webhooks).')}
  </SecretOnce>
)

function HookForm({ params }: PageParams) {
  const [made, setMade] = useState<AnyRow>()
  const lead = ({ id }: AnyRow) => go(`/${webhooks.name}/view/${id}`, { replace: true })
  return (
    <>
      <FormScreen
        definition={webhooks}
        id={params.id}
        extra={EXTRA}
        initial={{ events: [] }}
        after={(form) => (
          <EventPicker
            events={eventsIn(form.values.events)}
            problem={form.errors.events}
            onChange={(events) => form.set('events', events)}
          />
        )}
        onSaved={(row) => (typeof row.secret === 'string' ? setMade(row) : lead(row))}
      />
      {made ? <Secret secret={String(made.secret)} name={String(made.name)} onKept={() => lead(made)} /> : null}
    </>
  )
}

function HookView({ params }: PageParams) {
  const [secret, setSecret] = useState<{ secret: string; name: string }>()
  return (
    <>
      <ViewScreen
        definition={webhooks}
        id={params.id ?? ''}
        hidden={HIDDEN}
        actions={(row) => <HookActions row={row} onSecret={setSecret} />}
        sections={(row) => (
          <>
            <section className={css.sheet} aria-label={t('Events')}>
              <h2>{t('Events')}</h2>
              <EventsInWords events={eventsIn(row.events)} />
            </section>
            <DeliveryLog row={row} />
          </>
        )}
      />
      {secret ? <Secret {...secret} onKept={() => setSecret(undefined)} /> : null}
    </>
  )
}

interface ActionsProps {
  row: AnyRow
  onSecret: (made: { secret: string; name: string }) => void
}

function HookActions({ row, onSecret }: ActionsProps) {
  const may = useMay()
  if (!may('system', 'edit') || row.deleted_at) return null
  const name = String(row.name)
  return (
    <>
      {row.state === 'on' ? (
        <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => void test(row)}>
          {t('Send a test')}
        </Button>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={() => void renew(row).then((secret) => secret && onSecret({ secret, name }))}
      >
        {t('New secret')}
      </Button>
    </>
  )
}

const test = ({ id }: AnyRow) =>
  attempt(async () => {
    await post(`webhook/${id}/test`)
    snackbar(t('The test is on its way; its answer shows in the log.'), { variant: 'alert', colour: 'ok' })
    await client.invalidateQueries({ queryKey: logKey(id) })
  })

async function renew({ id, name }: AnyRow): Promise<string | undefined> {
  const asked = await confirm({
    title: t('A new secret for “{{name}}”?', { name: String(name) }),
    description: t('For 24 hours both sign, so that the other system can change over without losing anything.'),
    submit: t('New secret'),
  })
  if (asked.status !== 1) return undefined
  return attempt(async () => (await post<{ secret: string }>(`webhook/${id}/new-secret`)).secret)
}

async function attempt<R>(act: () => Promise<R>): Promise<R | undefined> {
  try {
    return await act()
  } catch (error) {
    sayFailure(error)
    return undefined
  }
}

export default {
  pages: { '': Hooks, create: HookForm, 'update/$id': HookForm, 'view/$id': HookView },
} satisfies ModuleWeb
