import { ActionIcon, Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconLayoutGrid, IconTable, IconTags } from '@tabler/icons-react'
import { lazy } from 'react'
import { t } from '../../shared/language.ts'
import { queryString } from '../../web/api.ts'
import { Thumbnail } from '../../web/fields/files/thumbnail.tsx'
import { nameOf } from '../../web/fields/values.ts'
import { screenQuery } from '../../web/screen-query.ts'
import { useListQuery } from '../../web/screens/list/use-list.ts'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { Tabs } from '../../web/screens/view/tabs.tsx'
import { Link } from '../../web/ui/link.tsx'
import { actLabel, BulkPromotions } from './bulk.web.tsx'
import { PromotionBrief, PromotionCard, storesIn } from './card.web.tsx'
import { ConcernNotes } from './concerns.web.tsx'
import { PromotionForm } from './form.web.tsx'
import { productPromotions } from './product-promotions.ts'

const Labels = lazy(() => import('./labels.web.tsx'))

const COLUMNS = [
  {
    name: 'cover',
    width: 64,
    render: (row: AnyRow) => (typeof row.cover === 'string' ? <Cover id={row.cover} size={32} /> : null),
  },
  ...productPromotions.list.filter((name) => name !== 'cover' && name !== 'stores' && name !== 'location'),
  { name: 'stores', width: 150, render: (row: AnyRow) => storesIn(row), text: (row: AnyRow) => storesIn(row, 'whole') },
  { name: 'location', width: 120 },
]

/** All of these are too wide for a laptop: where a view fixes the status, how deep the price falls stands in its place. */
const OF_ANY_STATUS = COLUMNS.filter((column) => column !== 'discount')
const OF_ONE_STATUS = COLUMNS.filter((column) => column !== 'status')

/** On a tablet upright. */
const NARROW = OF_ANY_STATUS.filter((column) => typeof column === 'string' && column !== 'starts_on')

/** Nobody hangs up what has ended, unless the list is of such. */
const LABELLED = { status: ['running', 'planned'] }

/** The first picture of a promotion. */
const Cover = ({ id, size }: { id: string; size: number }) => (
  <Thumbnail
    size={size}
    file={{ id, name: '', type: 'image/jpeg', bytes: 0, width: null, height: null, has_thumbnail: true }}
  />
)

const useIsNarrow = screenQuery('(width < 1100px)')

/** As a table or as cards with pictures; the choice stays with the person. */
function Promotions({ view }: { view?: string | undefined }) {
  const [shape, setShape] = useLocalStorage<'table' | 'cards'>({ key: 'promotions-as', defaultValue: 'table' })
  const isNarrow = useIsNarrow()
  const isCards = shape === 'cards'
  const chosen = productPromotions.views.find(({ path }) => path === view)
  const { query } = useListQuery({ definition: productPromotions, view: chosen })
  return (
    <ListScreen
      definition={productPromotions}
      view={chosen}
      columns={isNarrow ? NARROW : chosen?.filter && 'status' in chosen.filter ? OF_ONE_STATUS : OF_ANY_STATUS}
      tabs={
        <Tabs
          label={t('Views')}
          tabs={[{ path: '', label: 'All' }, ...productPromotions.views].map(({ path, label }) => ({
            to: path ? `/product-promotions/${path}` : '/product-promotions',
            label: t(label),
            isCurrent: path === (view ?? ''),
          }))}
        />
      }
      openFilters={['status', 'stores', 'starts_on', 'location']}
      bulkActions={(selection, run) => <BulkPromotions selection={selection} run={run} query={query} />}
      actLabel={actLabel}
      card={isCards ? (row) => <PromotionCard row={row} /> : undefined}
      brief={(row) => <PromotionBrief row={row} />}
      besideFilters={
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={isCards ? t('Show as a table') : t('Show as cards')}
          title={isCards ? t('Show as a table') : t('Show as cards')}
          onClick={() => setShape(isCards ? 'table' : 'cards')}
        >
          {isCards ? <IconTable size={18} aria-hidden="true" /> : <IconLayoutGrid size={18} aria-hidden="true" />}
        </ActionIcon>
      }
      toolbar={
        <Button
          component={Link}
          to={`/product-promotions/labels${queryString({ ...LABELLED, ...query, page: undefined, perpage: undefined })}`}
          variant="default"
          leftSection={<IconTags size={18} aria-hidden="true" />}
        >
          {t('Shelf labels')}
        </Button>
      }
    />
  )
}

const at = (view?: string) => () => <Promotions view={view} />

/** What it overlaps, and where else its price is told. */
const Promotion = ({ params }: PageParams) => (
  <ViewScreen
    definition={productPromotions}
    id={params.id ?? ''}
    hidden={(row) => ['cover', 'status', ...(nameOf(row.product) === row.product_name ? ['product_name'] : [])]}
    actions={(row) => (
      <Button component={Link} to={`/product-promotions/labels?id=${row.id}`} variant="default">
        {t('Shelf labels')}
      </Button>
    )}
    sections={(row) => <ConcernNotes values={row} id={row.id} />}
  />
)

export default {
  pages: {
    '': at(),
    ...Object.fromEntries(productPromotions.views.map(({ path }) => [path, at(path)])),
    create: PromotionForm,
    'update/$id': PromotionForm,
    'view/$id': Promotion,
    labels: Labels,
  },
} satisfies ModuleWeb
