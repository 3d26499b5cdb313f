import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { lockOf } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { SCREEN_REFUSALS, type ScreenRefusalName } from '../../../shared/screen-refusals.ts'
import { go } from '../../app/location.ts'
import type { Draft } from '../../fields/values.ts'
import { useMay, useSession } from '../../session.ts'
import { sendByKey } from '../../ui/dialogs/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { type Crumb, Page } from '../../ui/page.tsx'
import { Empty, Failed, NoPermission, SkeletonLines } from '../../ui/states.tsx'
import { midSentence } from '../mid-sentence.ts'
import type { AnyRow } from '../module.ts'
import { DeletedNotice } from '../view/deleted-notice.tsx'
import { type Found, useRecord } from '../view/use-record.ts'
import { GoneNotice, LockedNotice, Meanwhile } from './conflict-notice.tsx'
import { draftNote } from './draft-note.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FieldGroups } from './field-groups.tsx'
import css from './form.module.css'
import { useTakenOver } from './prefill.ts'
import { StaleDialog } from './stale-dialog.tsx'
import { type Form, useForm } from './use-form.ts'

export interface FormScreenProps {
  definition: Definition
  /** Of the record to change; without one a new record is made. */
  id?: number | string | undefined
  /** Above and below the fields; both may read and set the draft. */
  before?: (form: Form) => ReactNode
  after?: (form: Form) => ReactNode
  /** Values of a new record. */
  initial?: Draft
  /** Names beyond the definition's fields that are sent along as they are, e.g. `permissions`. */
  extra?: readonly string[]
  /** Only these fields are asked; all writable ones unless said. */
  fields?: readonly string[]
  /** Of these fields those that are asked as the form stands; the others keep what they hold, unseen. */
  isAsked?: (name: string, form: Form) => boolean
  /** After it is saved; leads to the record unless said. */
  onSaved?: (row: AnyRow) => void
  /** Beside or under single fields, by field name. */
  besideField?: (name: string, form: Form) => ReactNode
  /** A line about what a field holds, under it. */
  below?: (name: string, form: Form) => ReactNode
  /** What stands above the fields takes the focus, such as a scanner's field. */
  isBegunAbove?: boolean
  title?: string
  crumbs?: readonly Crumb[]
}

/** Makes or changes a record of any resource. */
export function FormScreen(props: FormScreenProps) {
  const { definition, id } = props
  const may = useMay()
  const found = useRecord(definition, id)
  const title =
    props.title ??
    (id === undefined
      ? t('New {{one}}', { one: midSentence(definition.one) })
      : t('Edit {{one}}', { one: midSentence(definition.one) }))
  const crumbs = [...(props.crumbs ?? []), { label: t(definition.label), to: `/${definition.name}` }]
  const mayIt = may(definition.permission, id === undefined ? 'add' : 'edit')
  return (
    <Page title={title} crumbs={crumbs}>
      {mayIt ? <Loaded {...props} found={found} /> : <NoPermission />}
    </Page>
  )
}

function Loaded({ found, ...props }: FormScreenProps & { found: Found<AnyRow> }) {
  const opened = useTakenOver(props.definition, props.id === undefined)
  const own = useOwnStore(props.definition)
  if (props.id === undefined && opened.isReady)
    return (
      <Filled
        key="new"
        {...props}
        initial={{ ...own, ...props.initial, ...opened.taken }}
        from={opened.from}
        found={found}
      />
    )
  if (found.seen) return <Filled key={found.seen.id} {...props} found={found} />
  if (found.error) return <Failed error={found.error} retry={found.retry} />
  return (
    <div className={css.sheet} role="status" aria-label={t('Loading…')}>
      <SkeletonLines lines={12} />
    </div>
  )
}

/** Who works in one store writes down what is of that store. */
function useOwnStore({ ownership, fields }: Definition): Draft {
  const { store, role } = useSession()
  const name = typeof ownership === 'string' ? undefined : ownership.store
  return name && fields[name]?.kind === 'ref' && role.scope === 'store' && store ? { [name]: store } : {}
}

/** By an address kept from before, or locked before anything was typed. */
const Locked = ({ definition, row, lock }: { definition: Definition; row: AnyRow; lock: ScreenRefusalName }) => (
  <Empty
    title={t(SCREEN_REFUSALS[lock].text)}
    action={
      <Button component={Link} to={`/${definition.name}/view/${row.id}`} variant="default">
        {t('Show the record')}
      </Button>
    }
  />
)

function Filled(
  props: Omit<FormScreenProps, 'title' | 'crumbs'> & { found: Found<AnyRow>; from?: string | undefined },
) {
  const { definition, before, after, found } = props
  const row = found.seen
  const lead = (saved: AnyRow) => go(`/${definition.name}/view/${saved.id}`, { replace: true })
  const form = useForm({ ...props, row, onSaved: props.onSaved ?? lead })
  const lock = row && lockOf(definition, row)
  const isGone = row !== undefined && (row !== found.row || row.deleted_at !== null)
  if (row && !form.isUnsaved && !form.isSaving) {
    if (found.error) return <Failed error={found.error} retry={found.retry} />
    if (isGone) return <DeletedNotice definition={definition} row={row} />
    if (lock) return <Locked definition={definition} row={row} lock={lock} />
  }
  return (
    <form
      className={`${css.form} ${css.wide}`}
      noValidate
      aria-label={t(definition.one)}
      onSubmit={(event) => {
        event.preventDefault()
        // A form inside a portal (a dialog over this one) bubbles through React to here.
        if (event.target === event.currentTarget) void form.save()
      }}
      onKeyDown={sendByKey}
    >
      <ErrorSummary form={form} />
      {before?.(form)}
      <FieldGroups
        form={form}
        besideField={props.besideField}
        below={props.below}
        isAsked={props.isAsked}
        isBegunAbove={props.isBegunAbove}
      />
      {after?.(form)}
      <div className={css.foot} data-foot-bar>
        {row ? (
          <div role="status" className={css.told}>
            {isGone ? (
              <GoneNotice definition={definition} row={row} />
            ) : lock ? (
              <LockedNotice lock={lock} />
            ) : (
              <Meanwhile form={form} now={row} />
            )}
          </div>
        ) : null}
        <Button type="submit" loading={form.isSaving} disabled={form.isBusy || isGone || lock !== undefined}>
          {t('Save')}
        </Button>
        <Button
          variant="default"
          onClick={() => (window.history.length > 1 ? window.history.back() : go(`/${definition.name}`))}
        >
          {t('Cancel')}
        </Button>
        <span role="status" className={css.note}>
          {draftNote(form)}
        </span>
      </div>
      {form.stale && row ? <StaleDialog form={form} stale={form.stale} /> : null}
    </form>
  )
}
