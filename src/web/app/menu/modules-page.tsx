import { Badge } from '@mantine/core'
import { type MenuNode, menuFor } from '../../../modules/menu.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { useSession } from '../../session.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { useCounts } from '../notifications/use-counts.ts'
import css from './modules-page.module.css'

/** Every module the person may open, as tiles with live counts. */
export function ModulesPage() {
  const { route_access } = useSession()
  const counts = useCounts()
  return (
    <Page title={t('All modules')}>
      {menuFor(route_access).map((group) => (
        <section key={group.id} className={css.group} aria-label={group.title ? t(group.title) : t('Dashboard')}>
          {group.title && <h2 className={css.heading}>{t(group.title)}</h2>}
          <ul className={css.tiles}>
            {itemsOf(group).map(({ item, of }) => (
              <Tile key={item.id} item={item} of={of} count={counts[item.id]} />
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

function Tile({ item, of, count }: Placed & { count: number | undefined }) {
  return (
    <li>
      <Link to={item.url ?? '/'} className={css.tile}>
        <span className={css.sign}>
          <Icon name={item.icon ?? 'list'} size={20} />
        </span>
        <span className={css.name}>
          {of && <small>{t(of)} </small>}
          {t(item.title)}
        </span>
        {count !== undefined && (
          <Badge variant="light" color={count > 0 ? 'accent' : 'gray'} size="md">
            {formatNumber(count, currentLanguage())}
          </Badge>
        )}
      </Link>
    </li>
  )
}

/** An entry, and what it is one of: 'By year' alone says little. */
interface Placed {
  item: MenuNode
  of: string | undefined
}

const itemsOf = (node: MenuNode, of?: string): Placed[] =>
  node.children?.flatMap((child) => itemsOf(child, node.type === 'collapse' ? node.title : undefined)) ?? [
    { item: node, of },
  ]
