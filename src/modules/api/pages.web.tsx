import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { Page } from '../../web/ui/page.tsx'
import { Empty, Failed, SkeletonRows } from '../../web/ui/states.tsx'
import css from './api.module.css'
import { callsOf, type OneCall, readDocument } from './api-document.web.ts'
import { Errors } from './api-errors.web.tsx'
import { GUIDES, type Guide } from './api-guides.web.ts'
import { Reference } from './api-reference.web.tsx'
import { Markdown } from './markdown.web.tsx'
import { NamedSchemas } from './schema-view.web.tsx'

/** How other programs talk to this one: guides first, then every code and every call. */
function Docs() {
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words.trim().toLowerCase())
  const read = useQuery({ queryKey: ['api document'], queryFn: readDocument, staleTime: Number.POSITIVE_INFINITY })
  const calls = useMemo(() => (read.data ? callsOf(read.data) : []), [read.data])
  const found = useMemo(() => calls.filter((call) => wordsOf(call).includes(wanted)), [calls, wanted])
  const guides = GUIDES.filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(wanted))
  useEffect(() => {
    if (read.data) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [read.data])
  return (
    <Page title={t('API reference')}>
      <div className={css.docs}>
        <div className={css.find}>
          <TextInput
            type="search"
            aria-label={t('Find a call, a code or a word')}
            placeholder={t('Find a call, a code or a word')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <a href="/api/openapi.json" onClick={(event) => void save(event, read.data)}>
            {t('Download')}
          </a>
        </div>
        {wanted === '' && <Contents />}
        {guides.map((guide) => (
          <Chapter key={guide.id} guide={guide} isFound={wanted !== ''} />
        ))}
        {read.isPending && <SkeletonRows />}
        {read.isError && <Failed error={read.error} retry={() => void read.refetch()} />}
        {read.data && (
          <NamedSchemas value={read.data.components.schemas}>
            <Errors schema={read.data.components.schemas.ErrorCode} wanted={wanted} />
            {found.length > 0 && <Reference calls={found} isSearched={wanted !== ''} />}
            {found.length + guides.length === 0 && <Empty />}
          </NamedSchemas>
        )}
      </div>
    </Page>
  )
}

const wordsOf = ({ method, path, operation }: OneCall): string =>
  `${method} ${path} ${operation.operationId} ${operation.summary}`.toLowerCase()

function Contents() {
  return (
    <nav className={css.contents} aria-label={t('Contents')}>
      <ol lang="en">
        {GUIDES.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
      <ul>
        <li>
          <a href="#errors">{t('Error codes')}</a>
        </li>
        <li>
          <a href="#calls">{t('Calls')}</a>
        </li>
      </ul>
    </nav>
  )
}

/** While something is looked for only the chapters that hold it stand there, closed. */
function Chapter({ guide: { id, title, text }, isFound }: { guide: Guide; isFound: boolean }) {
  if (isFound)
    return (
      <details className={css.group}>
        <summary lang="en">{title}</summary>
        <article className={css.guide} lang="en">
          <Markdown text={text} />
        </article>
      </details>
    )
  return (
    <article className={css.guide} lang="en" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Markdown text={text} />
    </article>
  )
}

/** An address sends no token: what is read already is kept as a file. */
async function save(event: React.MouseEvent, document_: unknown): Promise<void> {
  event.preventDefault()
  if (!document_) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(document_)], { type: 'application/json' }))
  link.download = 'openapi.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

export default { pages: { docs: Docs } } satisfies ModuleWeb
