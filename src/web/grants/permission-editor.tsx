import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import { type Flag, may, type Permissions } from '../../shared/users/permissions.ts'
import { useSession } from '../session.ts'
import css from './grants.module.css'
import {
  type Amount,
  amountOf,
  type Cell,
  cellsOf,
  FLAG_LABELS,
  type GrantRow,
  grant,
  grantGroups,
  isBlind,
  isHeldBy,
  isSameGrant,
} from './grants.ts'
import { FlagLegend, MatrixTable } from './matrix-table.tsx'

interface EditorProps {
  permissions: Permissions
  saved: Permissions
  onChange: (permissions: Permissions) => void
  /** What may be given at all, beside what the editor holds; everything unless said. */
  isOffered?: (cell: Cell) => boolean
}

/** The matrix with its ticks; what the editor does not hold is locked. */
export function PermissionEditor({ permissions, saved, onChange, isOffered = () => true }: EditorProps) {
  const holds = isHeldBy(useSession().route_access)
  const isHeld = (cell: Cell) => holds(cell) && isOffered(cell)
  const [focused, setFocused] = useState('all')
  const [groups] = useState(grantGroups)
  const every = cellsOf(groups.flatMap((group) => group.rows))

  const tick = (key: string, label: string, cells: readonly Cell[]) => {
    const held = cells.filter(isHeld)
    return (
      <Tick
        label={label}
        amount={amountOf(permissions, held.length > 0 ? held : cells)}
        isLocked={held.length === 0}
        isReached={focused === key}
        onReach={() => setFocused(key)}
        onTick={(isGranted) => onChange(grant(permissions, cells, isGranted, isHeld))}
      />
    )
  }
  const nameOf = (row: GrantRow, flag: Flag) => `${t(row.label)}: ${t(FLAG_LABELS[flag])}`
  return (
    <div className={css.editor}>
      <p className={css.hint}>
        {t('Ticking any right also ticks Read.')}{' '}
        <span className={css.byKeys}>{t('Arrow keys move, Space ticks.')}</span>
      </p>
      <MatrixTable
        label={t('Permissions')}
        groups={groups}
        toggles={{
          all: tick('all', t('Everything'), every),
          column: (flag) =>
            tick(
              flag,
              t('{{right}} in all modules', { right: t(FLAG_LABELS[flag]) }),
              every.filter(([, one]) => one === flag),
            ),
          group: (group) =>
            tick(`group ${group.id}`, t('Everything in {{module}}', { module: t(group.label) }), cellsOf(group.rows)),
          row: (row) => tick(row.identifier, t('Everything in {{module}}', { module: t(row.label) }), cellsOf([row])),
        }}
        cell={(row, flag) => ({
          content: tick(`${row.identifier} ${flag}`, nameOf(row, flag), [[row.identifier, flag]]),
          mark: isSameGrant(permissions, saved, [row.identifier, flag]) ? undefined : 'changed',
        })}
        isGranted={(row, flag) => may(permissions, row.identifier, flag)}
        note={(row) =>
          isBlind(permissions, row.identifier) && (
            <small className={css.warning}>{t('Opens nothing without Read')}</small>
          )
        }
      />
      {every.some((cell) => !isHeld(cell)) && (
        <p className={css.hint}>
          <IconLock size={14} aria-hidden="true" /> {t('Locked: you cannot grant permissions that you do not hold.')}
        </p>
      )}
      <FlagLegend />
    </div>
  )
}

interface TickProps {
  label: string
  amount: Amount
  isLocked: boolean
  isReached: boolean
  onReach: () => void
  onTick: (isGranted: boolean) => void
}

function Tick({ label, amount, isLocked, isReached, onReach, onTick }: TickProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = amount === 'some'
  }, [amount])
  return (
    <label className={css.tick} title={isLocked ? t('You do not hold this permission yourself') : undefined}>
      <input
        ref={box}
        type="checkbox"
        checked={amount === 'all'}
        // Locked ones stay reachable, so that the reason can be read by everyone.
        aria-disabled={isLocked || undefined}
        aria-label={isLocked ? `${label} (${t('You do not hold this permission yourself')})` : label}
        tabIndex={isReached ? 0 : -1}
        onFocus={onReach}
        onChange={() => {
          if (!isLocked) onTick(amount !== 'all')
        }}
      />
      {isLocked && <IconLock size={12} className={css.lock} aria-hidden />}
    </label>
  )
}
