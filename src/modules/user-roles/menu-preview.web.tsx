import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { type Flags, flagsOf, identifierOf, routeAccess } from '../../shared/users/permissions.ts'
import grants from '../../web/grants/grants.module.css'
import { FLAG_LABELS, FLAG_ORDER, meaningOf } from '../../web/grants/grants.ts'
import { Icon } from '../../web/ui/icon.tsx'
import { Empty } from '../../web/ui/states.tsx'
import { type MenuNode, menuFor } from '../menu.ts'
import preview from './preview.module.css'
import { type RoleRow, SCOPE_MEANINGS } from './role.web.ts'
import css from './user-roles.module.css'

/** The menu as a holder of the role sees it, and what each entry lets them do. Nothing here leads anywhere. */
export function MenuPreview({ role }: { role: RoleRow }) {
  const menu = menuFor(routeAccess(role.permissions))
  const leaves = menu.flatMap(leavesOf)
  const [chosen, choose] = useState(leaves.find((leaf) => leaf.id !== 'dashboard')?.id ?? 'dashboard')
  const node = leaves.find((leaf) => leaf.id === chosen) ?? leaves[0]
  if (!node) return <Empty title={t('This role sees no screen')} />
  return (
    <div className={css.stack}>
      <p className={css.hint}>
        {t('This is the menu of a person with this role. {{scope}}.', { scope: t(SCOPE_MEANINGS[role.scope] ?? '') })}
      </p>
      <div className={preview.preview}>
        <section className={preview.previewMenu} aria-label={t('Menu of this role')}>
          {menu.map((group) => (
            <PreviewGroup key={group.id} group={group} chosen={node.id} onChoose={choose} />
          ))}
        </section>
        <section className={preview.previewBody} aria-live="polite">
          <h2>{t(node.title)}</h2>
          <Rights node={node} role={role} />
        </section>
      </div>
    </div>
  )
}

interface PreviewGroupProps {
  group: MenuNode
  chosen: string
  onChoose: (id: string) => void
}

function PreviewGroup({ group, chosen, onChoose }: PreviewGroupProps) {
  return (
    <>
      {group.title && <h2>{t(group.title)}</h2>}
      <ul>
        {linesOf(group).map(({ node, isDeep }) => (
          <li key={node.id}>
            <button
              type="button"
              className={preview.previewItem}
              data-deep={isDeep || undefined}
              aria-pressed={node.id === chosen}
              onClick={() => onChoose(node.id)}
            >
              {!isDeep && <Icon name={node.icon ?? 'list'} />}
              {t(node.title)}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Rights({ node, role }: { node: MenuNode; role: RoleRow }) {
  const identifier = identifierOf(node.url?.split('/')[1] ?? node.id)
  if (identifier === 'dashboard') return <p>{t('Open to everyone who is signed in.')}</p>
  const flags: Flags = flagsOf(role.permissions, identifier)
  return (
    <ul className={preview.rights}>
      {FLAG_ORDER.map((flag) => (
        <li key={flag} data-denied={flags[flag] ? undefined : true}>
          {flags[flag] ? (
            <IconCheck size={18} className={grants.yes} aria-hidden="true" />
          ) : (
            <IconX size={18} aria-hidden="true" />
          )}
          <span>
            <strong>{t(FLAG_LABELS[flag])}</strong> – {t(meaningOf(identifier, flag))}
            <span className="visually-hidden">: {flags[flag] ? t('yes') : t('no')}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const leavesOf = (node: MenuNode): MenuNode[] => (node.children ? node.children.flatMap(leavesOf) : [node])

function linesOf(group: MenuNode): { node: MenuNode; isDeep: boolean }[] {
  return (group.children ?? []).flatMap((node): { node: MenuNode; isDeep: boolean }[] =>
    node.children ? leavesOf(node).map((leaf) => ({ node: leaf, isDeep: true })) : [{ node, isDeep: false }],
  )
}
