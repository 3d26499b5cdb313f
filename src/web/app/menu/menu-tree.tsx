import { IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { MenuNode } from '../../../modules/menu.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import css from './menu-tree.module.css'

interface TreeProps {
  nodes: readonly MenuNode[]
  /** Address of the entry that the screen belongs to. */
  selected: string
  counts: Record<string, number>
  afterClick?: () => void
}

export function MenuTree(props: TreeProps) {
  return (
    <ul className={css.list}>
      {props.nodes.map((node) => (
        <MenuEntry key={node.id} {...props} node={node} />
      ))}
    </ul>
  )
}

/** The entry whose address is the longest start of the path; the dashboard at the very beginning; none where none leads there. */
export function selectedUrl(nodes: readonly MenuNode[], path: string): string {
  const urls = nodes.flatMap(urlsOf).filter((url) => path === url || path.startsWith(`${url}/`))
  return (
    urls.reduce((longest, url) => (url.length > longest.length ? url : longest), '') ||
    (path === '/' ? '/dashboard' : '')
  )
}

type EntryProps = TreeProps & { node: MenuNode }

function MenuEntry(props: EntryProps) {
  switch (props.node.type) {
    case 'group':
      return <Group {...props} />
    case 'collapse':
      return <Collapse {...props} />
    case 'item':
      return <Item {...props} />
    default:
      return <li className={css.broken}>{t('Menu Items Error')}</li>
  }
}

function Group({ node, ...tree }: EntryProps) {
  return (
    <li>
      {node.title && (
        <h2 className={css.heading} id={`menu-${node.id}`}>
          {t(node.title)}
        </h2>
      )}
      <MenuTree {...tree} nodes={node.children ?? []} />
    </li>
  )
}

function Collapse({ node, ...tree }: EntryProps) {
  const holdsSelected = urlsOf(node).includes(tree.selected)
  const [isOpen, setOpen] = useState(holdsSelected)
  useEffect(() => {
    if (holdsSelected) setOpen(true)
  }, [holdsSelected])
  return (
    <li>
      <button type="button" className={css.entry} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={node.icon ?? 'list'} />
        <span className={css.name}>{t(node.title)}</span>
        <IconChevronDown size={16} aria-hidden className={css.turn} />
      </button>
      {isOpen && (
        <div className={css.below}>
          <MenuTree {...tree} nodes={node.children ?? []} />
        </div>
      )}
    </li>
  )
}

function Item({ node, selected, counts, afterClick }: EntryProps) {
  const isSelected = node.url === selected
  const inside = (
    <>
      <Icon name={node.icon ?? 'list'} />
      <span className={css.name}>{t(node.title)}</span>
      {node.chip && <span className={css.chip}>{t(node.chip)}</span>}
      {node.external && <IconExternalLink size={14} aria-hidden />}
      <Count count={counts[node.id]} />
    </>
  )
  if (node.disabled || !node.url) {
    return (
      <li>
        <span className={css.entry} aria-disabled>
          {inside}
        </span>
      </li>
    )
  }
  const elsewhere = node.external || node.target ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <li>
      <Link
        to={node.url}
        className={css.entry}
        aria-current={isSelected ? 'page' : undefined}
        ref={isSelected ? intoSight : undefined}
        onClick={afterClick}
        {...elsewhere}
      >
        {inside}
      </Link>
    </li>
  )
}

const intoSight = (entry: HTMLElement | null) => entry?.scrollIntoView({ block: 'nearest' })

function Count({ count }: { count?: number }) {
  if (!count) return null
  return <span className={css.count}>{formatNumber(count, currentLanguage())}</span>
}

const urlsOf = (node: MenuNode): string[] => [...(node.url ? [node.url] : []), ...(node.children ?? []).flatMap(urlsOf)]
