import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { useState } from 'react'
import type { Field, StoredFile } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { isBlank } from '../../../web/fields/cell.tsx'
import { RichText, Show } from '../../../web/fields/show.tsx'
import { Letterhead, Signatures } from '../../../web/paper/letterhead.tsx'
import { PaperPage } from '../../../web/paper/paper-page.tsx'
import type { PageParams } from '../../../web/screens/module.ts'
import { useRecord } from '../../../web/screens/view/use-record.ts'
import { useSession } from '../../../web/session.ts'
import { useFileUrl } from '../../../web/ui/file-url.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { DueWord } from '../deadlines/due.web.tsx'
import { StatusPill } from '../list/status.web.tsx'
import { TimelineList } from '../timeline/timeline.web.tsx'
import css from './print.module.css'

type Name = keyof typeof complaints.fields
const FACTS: Name[] = [
  'store',
  'feedback_type',
  'feedback_method',
  'source',
  'priority',
  'customer_name',
  'phone',
  'email',
  'department',
  'assignee',
  'due_at',
  'law_due_at',
  'handle_date',
  'completed_at',
  'receipt',
  'tags',
  'merged_into',
]
const OUTCOME: Name[] = ['solution', 'origin', 'comment', 'cost', 'solved_by', 'rating', 'rating_note']

/** A complaint as a sheet of paper. */
export default function PrintComplaint({ params }: PageParams) {
  const id = Number(params.id)
  const [withInternal, setInternal] = useState(false)
  const { row, error, retry } = useRecord<Complaint>(complaints, id)
  const crumbs = [
    { label: t('Complaints'), to: '/complaints' },
    { label: row?.issue_number ?? '…', to: `/complaints/view/${id}` },
  ]
  return (
    <PaperPage
      title={`${t('Complaint')} ${row?.issue_number ?? '…'}`}
      crumbs={crumbs}
      actions={
        <Checkbox
          label={t('With the internal comments')}
          checked={withInternal}
          onChange={(event) => setInternal(event.currentTarget.checked)}
        />
      }
      error={error}
      retry={retry}
    >
      {row ? <Sheet row={row} withInternal={withInternal} /> : null}
    </PaperPage>
  )
}

function Sheet({ row, withInternal }: { row: Complaint; withInternal: boolean }) {
  const { time_zone } = useSession()
  const pictures = row.attachments.filter((file) => file.type.startsWith('image/'))
  const films = row.attachments.filter((file) => !file.type.startsWith('image/'))
  return (
    <>
      <Letterhead
        title={t('Complaint')}
        number={row.issue_number ?? undefined}
        hasBarcode
        at={`${t('Received at')} ${formatMoment(row.created_at, time_zone)}`}
        store={row.store?.id}
      />
      <div className={css.head}>
        <p className={css.title}>{row.title}</p>
        <p className={css.number}>
          <StatusPill status={row.status} /> <DueWord row={row} />
        </p>
      </div>
      <Facts names={FACTS} row={row} />
      <section>
        <h3>{t('What the customer says')}</h3>
        <RichText html={row.content} />
        <div className={css.pictures}>
          {pictures.map((file) => (
            <Picture key={file.id} file={file} />
          ))}
        </div>
        {films.map((file) => (
          <p key={file.id} className={css.quiet}>
            {t('Video')}: {file.name}
          </p>
        ))}
      </section>
      {row.solution && (
        <section>
          <h3>{t('Outcome')}</h3>
          <Facts names={OUTCOME} row={row} />
        </section>
      )}
      <TimelineList id={row.id} paper={{ withInternal }} />
      <Signatures of={[t('Customer'), t('Handled by'), t('For the company')]} />
    </>
  )
}

function Facts({ names, row }: { names: Name[]; row: Complaint }) {
  return (
    <dl>
      {names
        .filter((name) => !isBlank(row[name]))
        .map((name) => {
          const field: Field = complaints.fields[name]
          return (
            <div key={name}>
              <dt>{t(field.label)}</dt>
              <dd>
                <Show field={field} value={row[name]} />
              </dd>
            </div>
          )
        })}
    </dl>
  )
}

function Picture({ file }: { file: StoredFile }) {
  const url = useFileUrl(file.id)
  const ratio = file.width && file.height ? { aspectRatio: `${file.width} / ${file.height}` } : undefined
  return (
    <figure>
      {url ? <img src={url} alt={file.name} style={ratio} /> : <div style={ratio} />}
      <figcaption>{file.name}</figcaption>
    </figure>
  )
}
