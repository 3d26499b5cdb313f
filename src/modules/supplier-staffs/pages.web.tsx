import { Button } from '@mantine/core'
import { IconId, IconReplace } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { formatDay } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get, post } from '../../web/api.ts'
import { go, rememberPlace } from '../../web/app/location.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { nameOf } from '../../web/fields/values.ts'
import { changed } from '../../web/query.ts'
import { NamedViews } from '../../web/screens/list/named-views.tsx'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { RecordsOf } from '../../web/screens/view/records-of.tsx'
import { useMay } from '../../web/session.ts'
import { confirm } from '../../web/ui/dialogs/confirm.tsx'
import { LinkButton } from '../../web/ui/link-button.tsx'
import { sayFailure } from '../../web/ui/snackbar.tsx'
import { supplierStaffsChecking } from '../supplier-staffs-checking/supplier-staffs-checking.ts'
import { supplierStaffs } from './supplier-staffs.ts'

const Cards = lazy(() => import('./cards.web.tsx'))
const OPEN_FILTERS = ['supplier', 'department_group', 'stores', 'standing']
const CARDS_MOST = 400

/** Everybody of the suppliers, with cards for whom is chosen. */
function People({ params }: PageParams) {
  const may = useMay()
  const view = supplierStaffs.views.find((one) => one.path === params.view)
  return (
    <ListScreen
      definition={supplierStaffs}
      view={view}
      tabs={<NamedViews definition={supplierStaffs} />}
      openFilters={OPEN_FILTERS}
      brief={(row) => <Brief row={row} />}
      bulkActions={
        may(supplierStaffs.permission, 'edit')
          ? ({ rows, isAll }) => (
              <Button
                size="xs"
                variant="default"
                disabled={isAll || rows.length > CARDS_MOST}
                leftSection={<IconId size={16} aria-hidden="true" />}
                onClick={() => go(cardsOf(rows))}
              >
                {t('Print cards')}
              </Button>
            )
          : undefined
      }
    />
  )
}

/** On a phone: of whom, until when, and how they stand. */
const Brief = ({ row }: { row: AnyRow }) => (
  <>
    <p>{nameOf(row.supplier)}</p>
    <ChoiceMark field={supplierStaffs.fields.standing} value={String(row.standing)} />
    <small>
      {[t('until {{day}}', { day: formatDay(String(row.valid_until)) }), nameOf(row.department_group)]
        .filter(Boolean)
        .join(' · ')}
    </small>
  </>
)

const cardsOf = (rows: readonly { id: number }[]): string =>
  `/supplier-staffs/cards?${rows.map(({ id }) => `id=${id}`).join('&')}`

const Person = ({ params }: PageParams) => (
  <ViewScreen
    definition={supplierStaffs}
    id={params.id ?? ''}
    beside={(row) => <ChoiceMark field={supplierStaffs.fields.standing} value={String(row.standing)} />}
    hidden={['status', 'standing']}
    actions={(row) => <CardActions row={row} />}
    aside={(row) => <WhyBlocked row={row} />}
    sections={(row) => (
      <RecordsOf definition={supplierStaffsChecking} title={t('Visits')} query={{ staff: row.id, sort: '-visit_on' }} />
    )}
  />
)

function CardActions({ row }: { row: AnyRow }) {
  const may = useMay()
  if (!may(supplierStaffs.permission, 'edit') || row.deleted_at) return null
  const replace = async () => {
    const { status } = await confirm({
      title: t('Replace the card of {{name}}?', { name: String(row.full_name) }),
      description: t('The old card opens nothing from this moment on.'),
      submit: t('Replace card'),
    })
    if (status !== 1) return
    const isStillHere = rememberPlace()
    try {
      await post(`${supplierStaffs.wire}/${row.id}/replace-card`)
      changed(supplierStaffs.name, row.id)
      if (isStillHere()) go(cardsOf([row]))
    } catch (error) {
      sayFailure(error)
    }
  }
  return (
    <>
      <LinkButton to={cardsOf([row])} Sign={IconId}>
        {t('Print card')}
      </LinkButton>
      <Button
        variant="default"
        leftSection={<IconReplace size={16} aria-hidden="true" />}
        onClick={() => void replace()}
      >
        {t('Replace card')}
      </Button>
    </>
  )
}

/** For those alone who may know. */
function WhyBlocked({ row }: { row: AnyRow }) {
  const may = useMay()
  const isKnown = row.status === 'blocked' && may(supplierStaffs.permission, 'other')
  const found = useQuery({
    queryKey: [supplierStaffs.wire, 'show', row.id, 'block-reason', row.version],
    queryFn: () => get<{ reason: string | null }>(`${supplierStaffs.wire}/${row.id}/block-reason`),
    placeholderData: keepPreviousData,
    enabled: isKnown,
  })
  if (!isKnown || !found.data?.reason) return null
  return (
    <section aria-label={t('Why blocked')}>
      <h2>{t('Why blocked')}</h2>
      <p>{found.data.reason}</p>
    </section>
  )
}

export default { pages: { '': People, 'view/$id': Person, cards: Cards } } satisfies ModuleWeb
