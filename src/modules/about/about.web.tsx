import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { t } from '../../shared/language.ts'
import { authorised } from '../../web/api.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { Page } from '../../web/ui/page.tsx'
import { Empty, Failed, SkeletonRows } from '../../web/ui/states.tsx'
import css from './about.module.css'

/** What runs here, whose works it holds, and how other programs talk to it. */
function About() {
  const { data } = useQuery({ queryKey: ['version'], queryFn: () => json<{ version: string }>('/healthz') })
  return (
    <Page title={t('About')}>
      <dl className={css.facts}>
        <dt>{t('Version')}</dt>
        <dd>{data?.version ?? '…'}</dd>
        <dt>{t('Works of others')}</dt>
        <dd>
          <a href="/THIRD-PARTY-NOTICES.txt" target="_blank" rel="noreferrer">
            {t('Their licences')}
          </a>
        </dd>
      </dl>
      <Reference />
    </Page>
  )
}

interface Operation {
  summary: string
  tags: string[]
}
interface Described {
  method: string
  path: string
  operation: Operation
}

/** An address bar sends no token, so the description of the API is read here. */
function Reference() {
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words.trim().toLowerCase())
  const found = useQuery({ queryKey: ['api reference'], queryFn: described, staleTime: Number.POSITIVE_INFINITY })
  const shown = (found.data ?? []).filter(({ path, operation }) =>
    `${path} ${operation.summary}`.toLowerCase().includes(wanted),
  )
  return (
    <section className={css.reference} aria-label={t('API reference')}>
      <h2 className={css.heading}>{t('API reference')}</h2>
      <TextInput
        className={css.find}
        aria-label={t('Find a call')}
        placeholder={t('Find a call')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {found.isPending && <SkeletonRows />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.data && shown.length === 0 && <Empty />}
      {[...Map.groupBy(shown, ({ operation }) => operation.tags[0] ?? '')].map(([tag, calls]) => (
        <details key={tag} className={css.group} open={wanted !== '' || undefined}>
          <summary>
            {tag} <small>{calls.length}</small>
          </summary>
          {calls.map((one) => (
            <One key={`${one.method} ${one.path}`} {...one} />
          ))}
        </details>
      ))}
    </section>
  )
}

function One({ method, path, operation }: Described) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={css.call} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{method.toUpperCase()}</b> <code>{path}</code> <span lang="en">{operation.summary}</span>
      </summary>
      {isOpen && <pre lang="en">{JSON.stringify(operation, null, 2)}</pre>}
    </details>
  )
}

async function described(): Promise<Described[]> {
  const { paths } = await json<{ paths: Record<string, Record<string, Operation>> }>('/api/openapi.json')
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** What stands outside the envelope. */
async function json<T>(address: string): Promise<T> {
  const answer = await fetch(address, { headers: authorised() })
  if (!answer.ok) throw new Error(String(answer.status))
  return (await answer.json()) as T // our own answers
}

export default { pages: { '': About } } satisfies ModuleWeb
