import { IconCheck, IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { type Flag, may, type Permissions } from '../../shared/users/permissions.ts'
import css from '../../web/grants/grants.module.css'
import {
  cellsOf,
  differences,
  FLAG_LABELS,
  type GrantGroup,
  type GrantRow,
  grantGroups,
} from '../../web/grants/grants.ts'
import { FlagLegend, type MatrixCell, MatrixTable } from '../../web/grants/matrix-table.tsx'

interface RoleRights {
  name: string
  permissions: Permissions
}

/** What a role may do, to be read; beside another role, with what differs highlighted. */
export function PermissionTable({ role, other }: { role: RoleRights; other?: RoleRights | undefined }) {
  const [groups] = useState(grantGroups)
  const [isShort, setShort] = useState(false)
  const found = other
    ? differences(role.permissions, other.permissions, cellsOf(groups.flatMap((group) => group.rows)))
    : []
  const shown = other && isShort ? onlyThose(groups, new Set(found.map(([identifier]) => identifier))) : groups
  const cell = (row: GrantRow, flag: Flag) =>
    other ? comparedCell(row, flag, role, other) : plainCell(may(role.permissions, row.identifier, flag), row, flag)
  return (
    <div className={css.editor}>
      {other && (
        <div className={css.compareBar} role="status">
          <strong>
            {found.length === 0 ? t('No difference') : t('Rights that differ: {{n}}', { n: found.length })}
          </strong>
          <span className={css.key} data-mark="more">
            <IconPlus size={14} aria-hidden="true" /> {t('Only {{role}}', { role: role.name })}
          </span>
          <span className={css.key} data-mark="less">
            <IconMinus size={14} aria-hidden="true" /> {t('Only {{role}}', { role: other.name })}
          </span>
          {found.length > 0 && (
            <label className={css.short}>
              <input type="checkbox" checked={isShort} onChange={(event) => setShort(event.currentTarget.checked)} />{' '}
              {t('Only what differs')}
            </label>
          )}
        </div>
      )}
      <MatrixTable
        label={t('Permissions')}
        groups={shown}
        cell={cell}
        isGranted={(row, flag) => may(role.permissions, row.identifier, flag)}
      />
      <FlagLegend />
    </div>
  )
}

function plainCell(isGranted: boolean, row: GrantRow, flag: Flag): MatrixCell {
  const right = `${t(row.label)}: ${t(FLAG_LABELS[flag])}`
  if (!isGranted) return { content: <span className={css.no} role="img" aria-label={`${right} – ${t('no')}`} /> }
  return { content: <IconCheck size={18} className={css.yes} role="img" aria-label={`${right} – ${t('yes')}`} /> }
}

function comparedCell(row: GrantRow, flag: Flag, one: RoleRights, other: RoleRights): MatrixCell {
  const [mine, theirs] = [one, other].map((role) => may(role.permissions, row.identifier, flag))
  if (mine === theirs) return plainCell(mine === true, row, flag)
  const Sign = mine ? IconPlus : IconMinus
  const label = `${t(row.label)}: ${t(FLAG_LABELS[flag])} – ${t('Only {{role}}', { role: (mine ? one : other).name })}`
  return { content: <Sign size={18} role="img" aria-label={label} />, mark: mine ? 'more' : 'less' }
}

const onlyThose = (groups: readonly GrantGroup[], identifiers: ReadonlySet<string>): GrantGroup[] =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter((row) => identifiers.has(row.identifier)) }))
    .filter((group) => group.rows.length > 0)
