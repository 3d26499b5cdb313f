import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { useSearchParams } from '../../../web/app/location.ts'
import { client } from '../../../web/query.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import { pageOf, recordOf } from '../../../web/screens/records.ts'
import { FactGroups } from '../../../web/screens/view/facts.tsx'
import { useRecord } from '../../../web/screens/view/use-record.ts'
import { useMay } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { Empty, Failed, NoPermission, SkeletonLines } from '../../../web/ui/states.tsx'
import { totalsOf } from '../totals.ts'
import { vatInfo } from '../vat-info.ts'
import { useHeldRequest } from './held-request.web.ts'
import { Issuing } from './issuing.web.tsx'
import { forgetProposals, proposalOf } from './proposal.web.ts'
import css from './queue.module.css'
import { Issued, Lacking, Waiting } from './rows.web.tsx'

/** So many are looked ahead; what comes after them comes as these are done. */
const AHEAD = 60

/** The requests that wait, the longest waiting first, issued one after the other. */
export default function IssueQueue() {
  const may = useMay()
  return (
    <Page title={t('Issue invoices')} crumbs={[{ label: t(vatInfo.label), to: `/${vatInfo.name}` }]}>
      {may(vatInfo.permission, 'edit') ? <Queue /> : <NoPermission />}
    </Page>
  )
}

function Queue() {
  const [search] = useSearchParams()
  const query = {
    state: search.getAll('state').length > 0 ? search.getAll('state') : ['requested'],
    ...(search.has('store') && { store: search.getAll('store') }),
    sort: 'created_at',
    perpage: AHEAD,
  }
  const found = useQuery(pageOf(vatInfo, query))
  const [issued, setIssued] = useState<readonly AnyRow[]>([])
  const [later, setLater] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => forgetProposals, [])
  const done = new Set(issued.map(({ id }) => id))
  const open = (found.data?.data ?? []).filter(({ id }) => !done.has(id))
  const lacking = open.filter(({ amount_with_vat }) => amount_with_vat === null)
  const ready = open.filter((one) => one.amount_with_vat !== null)
  const waiting = ready.filter(({ id }) => !later.has(id))
  const { current, isTaken, wish, leave } = useHeldRequest(waiting)
  if (!found.data)
    return found.error ? (
      <Failed error={found.error} retry={() => void found.refetch()} />
    ) : (
      <SkeletonLines lines={12} />
    )
  const next = waiting.filter((one) => one !== current)
  const total = Math.max(0, found.data.total - found.data.data.filter(({ id }) => done.has(id)).length)
  return (
    <div className={css.queue}>
      <div className={css.main}>
        {current ? (
          <Current
            row={current}
            left={total}
            next={next[0]}
            isTaken={isTaken}
            onLeave={leave}
            onIssued={(row) => {
              leave()
              setIssued((now) => [row, ...now])
            }}
            onSkip={() => {
              leave()
              setLater((now) => new Set(now).add(current.id))
            }}
          />
        ) : (
          <Done lacking={lacking.length} later={later.size > 0 ? () => setLater(new Set()) : undefined} />
        )}
      </div>
      <aside className={css.aside}>
        <Issued
          rows={issued}
          onUndone={(row) => {
            setIssued((now) => now.filter(({ id }) => id !== row.id))
            wish(row.id)
          }}
        />
        <Waiting rows={next} more={total - open.length} onPick={wish} />
        <Lacking rows={lacking} />
      </aside>
    </div>
  )
}

function Done({ lacking, later }: { lacking: number; later: (() => void) | undefined }) {
  return (
    <Empty
      title={lacking > 0 ? t('What still waits lacks its amounts.') : t('No request waits for its invoice.')}
      action={
        later ? (
          <Button variant="default" onClick={later}>
            {t('Show again what was left for later')}
          </Button>
        ) : (
          <Button variant="default" component={Link} to={`/${vatInfo.name}`}>
            {t('To the list')}
          </Button>
        )
      }
    />
  )
}

interface CurrentProps {
  row: AnyRow
  left: number
  next: AnyRow | undefined
  /** Somebody else has issued or closed it, or it waits no longer for another reason. */
  isTaken: boolean
  /** It is led on by another step than issuing, or one has read that it was taken. */
  onLeave: () => void
  onIssued: (row: AnyRow) => void
  onSkip: () => void
}

/** What is written on the invoice, and below it which invoice it is. */
function Current({ row, left, next, ...rest }: CurrentProps) {
  const { row: whole } = useRecord(vatInfo, row.id)
  useEffect(() => {
    if (!next) return
    void client.prefetchQuery({ ...recordOf(vatInfo, next.id), staleTime: 15_000 })
    void client.prefetchQuery(proposalOf(storeOf(next)))
  }, [next])
  const shown = whole ?? row
  return (
    <>
      <div className={css.head}>
        <h2>
          <Link to={`/${vatInfo.name}/view/${row.id}`}>{`${String(row.number)} · ${String(row.company_name)}`}</Link>
        </h2>
        <span role="status">{t('{{n}} wait', { n: formatNumber(left, currentLanguage()) })}</span>
      </div>
      <Issuing row={shown} store={storeOf(row)} {...rest} />
      <FactGroups definition={vatInfo} row={shown} hidden={unsaid(shown)} />
    </>
  )
}

const storeOf = ({ store }: AnyRow): number | null => (store as Named | null)?.id ?? null // a ref, as a record shows it
const SAID = ['Bill', 'Company', 'Amounts']
const UNSAID = (vatInfo.groups ?? []).flatMap(({ label, fields }) => (SAID.includes(label) ? [] : fields))
const unsaid = (row: AnyRow): string[] => [...UNSAID, 'is_confirmed', ...totalsOf(row)]
