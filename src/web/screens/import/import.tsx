import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportView } from '../../../shared/api.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { useSearchParams } from '../../app/location.ts'
import { useMay } from '../../session.ts'
import { Page } from '../../ui/page.tsx'
import { Failed, NoPermission, SkeletonPage } from '../../ui/states.tsx'
import css from './import.module.css'
import { ImportFile } from './import-file.tsx'
import { ImportPreview, type Shown } from './import-preview.tsx'
import { ImportWork } from './import-work.tsx'
import { importOf } from './importing.ts'

const STEPS = ['Choose a workbook', 'Check the rows', 'Import', 'Done'] as const

export interface ImportScreenProps {
  definition: Definition
  /** Where the workbook is not simply one of the list's records. */
  title?: string
  lead?: string
}

/** A workbook into a list, step by step; which one stands in the address, so that leaving loses nothing. */
export function ImportScreen({ definition, title, lead }: ImportScreenProps) {
  const [params, setParams] = useSearchParams()
  const may = useMay()
  const id = Number(params.get('id')) || 0
  const open = (next: number | null) =>
    setParams(() => new URLSearchParams(next === null ? {} : { id: String(next) }), { replace: true })
  if (!may(definition.permission, 'add')) return <NoPermission />
  return (
    <Page
      title={title ?? t('Import: {{list}}', { list: t(definition.label) })}
      crumbs={[{ label: t(definition.label), to: `/${definition.name}` }]}
    >
      {id > 0 ? (
        <Begun key={id} definition={definition} id={id} open={open} />
      ) : (
        <>
          <Steps now={0} />
          <ImportFile definition={definition} lead={lead} onSent={open} />
        </>
      )}
    </Page>
  )
}

interface BegunProps {
  definition: Definition
  id: number
  open: (id: number | null) => void
}

function Begun({ definition, id, open }: BegunProps) {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<Shown>('bad')
  const found = useQuery(importOf(definition, id, { page, show: shown === 'bad' ? undefined : shown }))
  if (found.error && !found.data) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <SkeletonPage />
  const view = found.data
  const show = (wanted: Shown) => {
    setShown(wanted)
    setPage(1)
  }
  return (
    <>
      <Steps now={stepOf(view)} />
      {view.state === 'ready' ? (
        <ImportPreview
          {...{ definition, view, shown, show, setPage }}
          onStarted={() => void found.refetch()}
          onLeft={() => open(null)}
        />
      ) : (
        <ImportWork {...{ definition, view, setPage }} onAgain={() => open(null)} />
      )}
    </>
  )
}

function stepOf({ state }: ImportView): number {
  if (state === 'ready') return 1
  if (state === 'importing') return 2
  return state === 'done' ? 3 : state === 'reading' ? 1 : 0
}

function Steps({ now }: { now: number }) {
  return (
    <ol className={css.steps} aria-label={t('Steps')}>
      {STEPS.map((label, at) => (
        <li key={label} aria-current={at === now ? 'step' : undefined} data-done={at < now || undefined}>
          <span aria-hidden="true">{at + 1}</span>
          {t(label)}
        </li>
      ))}
    </ol>
  )
}
