import { Badge } from '@mantine/core'
import { type MenuNode, menuFor } from '../../modules/menu.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { useSession } from '../session.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import css from './modules-page.module.css'
import { useCounts } from './use-counts.ts'

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
            {itemsOf(group).map((item) => (
              <Tile key={item.id} item={item} count={counts[item.id]} />
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

function Tile({ item, count }: { item: MenuNode; count?: number }) {
  return (
    <li>
      <Link to={item.url ?? '/'} className={css.tile}>
        <span className={css.sign}>
          <Icon name={item.icon ?? 'list'} size={20} />
        </span>
        <span className={css.name}>{t(item.title)}</span>
        {count !== undefined && (
          <Badge variant="light" color={count > 0 ? 'accent' : 'gray'} size="md">
            {formatNumber(count, currentLanguage())}
          </Badge>
        )}
      </Link>
    </li>
  )
}

const itemsOf = (node: MenuNode): MenuNode[] => (node.children ? node.children.flatMap(itemsOf) : [node])
