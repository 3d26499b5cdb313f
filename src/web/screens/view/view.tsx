import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { loadOrTell } from '../../ahead.ts'
import { go, rememberPlace } from '../../app/location.ts'
import { ChoiceMark } from '../../fields/cell.tsx'
import { titleOf } from '../../fields/title.ts'
import { useMay, useSession } from '../../session.ts'
import { Beside } from '../../ui/beside.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { Link } from '../../ui/link.tsx'
import { type Crumb, Page } from '../../ui/page.tsx'
import { sayFailure, snackbar } from '../../ui/snackbar.tsx'
import { Failed, SkeletonLines } from '../../ui/states.tsx'
import { general } from '../list/row-acts.ts'
import type { AnyRow } from '../module.ts'
import { usePageActs } from '../page-acts.ts'
import { destroy, restore } from '../records.ts'
import { DeletedNotice } from './deleted-notice.tsx'
import { FactGroups, KeptFacts } from './facts.tsx'
import { FlowButtons, type FlowProps } from './flow-buttons.tsx'
import { HistoryPanel } from './history.tsx'
import { isOwnToChange, mayEdit } from './may-edit.ts'
import type { StepWays } from './move.ts'
import { Neighbours } from './neighbours.tsx'
import { PartsIn } from './parts-in.tsx'
import { Watchers } from './presence.tsx'
import { EDIT_KEY } from './step-acts.ts'
import { useRecord } from './use-record.ts'
import css from './view.module.css'

export interface ViewScreenProps {
  definition: Definition
  id: number | string
  /** Beside the facts, above who made it. */
  aside?: (row: AnyRow) => ReactNode
  /** Before edit and delete. */
  actions?: (row: AnyRow) => ReactNode
  /** Instead of the groups of fields. */
  main?: (row: AnyRow) => ReactNode
  /** Below the facts, above the history. */
  sections?: (row: AnyRow) => ReactNode
  /** What other modules bring stands above the facts, e.g. the gifts of an event. */
  isLedByParts?: boolean
  /** Beside the title; the record's status unless said. */
  beside?: (row: AnyRow) => ReactNode
  title?: (row: AnyRow) => string
  crumbs?: readonly Crumb[]
  /** Fields left out of the facts. */
  hidden?: readonly string[] | ((row: AnyRow) => readonly string[])
  /** Where its steps are taken otherwise than every other. */
  ways?: StepWays
  hasEdit?: boolean
  hasDelete?: boolean | ((row: AnyRow) => boolean)
  /** What the question before it is deleted says beside. */
  beforeDelete?: (row: AnyRow) => ReactNode
}

/** A record of any resource: what it says, who has it open, what happened to it. */
export function ViewScreen(props: ViewScreenProps) {
  const { definition, id } = props
  const { row, error, retry } = useRecord(definition, id)
  const crumbs = [...(props.crumbs ?? []), { label: t(definition.label), to: `/${definition.name}` }]
  if (!row)
    return (
      <Page title={t(definition.one)} crumbs={crumbs}>
        <div className={css.sheet}>{error ? <Failed error={error} retry={retry} /> : <SkeletonLines lines={10} />}</div>
      </Page>
    )
  return (
    <Page
      title={props.title?.(row) ?? calledOf(definition, row)}
      crumbs={crumbs}
      beside={props.beside ? props.beside(row) : <Status definition={definition} row={row} />}
      actions={
        <>
          <Neighbours definition={definition} id={row.id} />
          <Actions {...props} row={row} />
        </>
      }
    >
      {row.deleted_at && !definition.flow?.steps.restore ? <DeletedNotice definition={definition} row={row} /> : null}
      <div className={css.view}>
        <div className={css.main}>
          {props.isLedByParts ? <PartsIn of={definition.name} row={row} /> : null}
          {props.main ? (
            props.main(row)
          ) : (
            <FactGroups definition={definition} row={row} hidden={hiddenIn(props, row)} />
          )}
          {props.sections?.(row)}
          {props.isLedByParts ? null : <PartsIn of={definition.name} row={row} />}
          <HistoryPanel definition={definition} id={row.id} />
        </div>
        <aside className={css.aside} aria-label={t('About this record')}>
          <Watchers module={definition.name} id={row.id} />
          {props.aside?.(row)}
          <KeptFacts definition={definition} row={row} />
        </aside>
      </div>
    </Page>
  )
}

const calledOf = (definition: Definition, row: AnyRow): string =>
  titleOf(definition, row) ?? `${t(definition.one)} #${row.id}`

const hiddenIn = ({ hidden }: ViewScreenProps, row: AnyRow) => (typeof hidden === 'function' ? hidden(row) : hidden)

/** The record's status, where it has one with a colour. */
function Status({ definition, row }: { definition: Definition; row: AnyRow }) {
  const name = ['status', 'state'].find((one) => definition.fields[one]?.of && typeof row[one] === 'string')
  const field = name ? definition.fields[name] : undefined
  return name && field ? <ChoiceMark field={field} value={String(row[name])} /> : null
}

function Actions({
  definition,
  row,
  actions,
  ways,
  hasEdit,
  hasDelete,
  beforeDelete,
}: ViewScreenProps & { row: AnyRow }) {
  const may = useMay()
  const user = useSession()
  const beside = use(Beside)
  useViewKeys({ definition, row, ways }, hasEdit !== false)
  const canEdit = hasEdit !== false && mayEdit(definition, row, user)
  const canDelete =
    (typeof hasDelete === 'function' ? hasDelete(row) : hasDelete !== false) &&
    isOwnToChange(definition, row, user) &&
    may(definition.permission, 'delete')
  return (
    <>
      <FlowButtons {...{ definition, row, ways }} />
      {actions?.(row)}
      {canEdit ? (
        <Button
          variant="default"
          component={Link}
          to={`/${definition.name}/update/${row.id}`}
          leftSection={<IconPencil size={16} aria-hidden="true" />}
          aria-keyshortcuts={EDIT_KEY}
        >
          {t('Edit')}
        </Button>
      ) : null}
      {canDelete ? (
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={() => void remove(definition, row, { onward: beside?.onward, more: beforeDelete?.(row) })}
        >
          {t('Delete')}
        </Button>
      ) : null}
    </>
  )
}

/** A key for every step of a record and for its form; beside its list they are those of the row. */
function useViewKeys({ definition, row, ways }: FlowProps, hasEdit: boolean): void {
  const isBeside = use(Beside) !== null
  const { keys, load } = general(definition, ways)
  usePageActs(
    isBeside
      ? undefined
      : {
          of: String(row[definition.flow?.name ?? definition.title] ?? `#${row.id}`),
          keys,
          list: async () =>
            ((await loadOrTell(load))?.(row) ?? []).filter((one) => hasEdit || !one.keys?.includes(EDIT_KEY)),
        },
  )
}

/**
 * Moves a record to the trash after a question, with a way back in the message.
 * @param onward goes on to the next one; to its list unless said
 */
async function remove(
  definition: Definition,
  row: AnyRow,
  { onward, more }: { onward: (() => void) | undefined; more: ReactNode },
): Promise<void> {
  const name = calledOf(definition, row)
  const { status } = await confirm({
    title: t('Delete {{name}}?', { name }),
    description: t('It goes to the trash and can be restored.'),
    more,
    submit: t('Delete'),
    danger: true,
  })
  if (status !== 1) return
  const isStillHere = rememberPlace()
  try {
    await destroy(definition, row.id)
    if (onward) onward()
    else if (isStillHere()) go(`/${definition.name}`)
    snackbar(t('{{name}} is deleted', { name }), {
      action: { label: t('Undo'), run: () => void restore(definition, row.id) },
    })
  } catch (error) {
    sayFailure(error)
  }
}
