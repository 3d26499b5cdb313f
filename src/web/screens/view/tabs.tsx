import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage } from '../../../shared/language.ts'
import { usePath } from '../../app/location.ts'
import { Link } from '../../ui/link.tsx'
import css from '../list/list.module.css'

export interface Tab {
  /** Path, its query included. */
  to: string
  /** Already translated. */
  label: string
  count?: number | undefined
  /** Whether there will be one: its room is kept until then. */
  isCounted?: boolean
  /** Whether there are more than were counted. */
  isMore?: boolean | undefined
  tone?: 'bad'
  /** Where the path alone does not tell. */
  isCurrent?: boolean
}

/** The line of tabs scrolls where it has no room for all: the one that is read or has the focus stands in sight. */
const reveal = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Tabs that are addresses, with live counts. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const path = usePath()
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map(({ to, label: name, count, isMore, tone, isCurrent = to.split('?')[0] === path, isCounted }) => (
        <Link
          key={to}
          to={to}
          ref={isCurrent ? reveal : undefined}
          onFocus={({ currentTarget }) => reveal(currentTarget)}
          aria-current={isCurrent ? 'page' : undefined}
          data-tone={tone && count ? tone : undefined}
        >
          {name}
          {count === undefined ? (
            isCounted && <em data-waiting />
          ) : (
            <em>{`${formatNumber(count, currentLanguage())}${isMore ? '+' : ''}`}</em>
          )}
        </Link>
      ))}
    </nav>
  )
}
