import type { ReactNode } from 'react'
import { t } from '../../../../shared/language.ts'
import { Link } from '../../../ui/link.tsx'
import type { AnyRow } from '../../module.ts'
import { useRowList } from '../use-list.ts'
import { nameOf } from './draw-cell.tsx'
import type { BodyProps } from './list-props.ts'
import { Restore } from './list-row.tsx'
import css from './list-tiles.module.css'

/** The same rows as cards that a module draws, e.g. with pictures; as many beside each other as there is room for. */
export function ListTiles({ list, selected, tick, card }: BodyProps & { card: (row: AnyRow) => ReactNode }) {
  const drawnBy = useRowList(list)
  return (
    <ul className={css.tiles} aria-label={t(list.definition.label)} data-old={list.isOld || undefined}>
      {(list.page?.data ?? []).map((row) => {
        const link = list.linkOf(row)
        const name = nameOf(list, row)
        return (
          <li key={row.id} className={css.tile} data-selected={selected.has(row.id) || undefined}>
            <input
              type="checkbox"
              checked={selected.has(row.id)}
              onChange={() => tick(row)}
              aria-label={t('Select {{name}}', { name })}
            />
            {link ? (
              <Link to={link} className={css.link}>
                {card(row)}
              </Link>
            ) : (
              card(row)
            )}
            {list.state.isTrash ? <Restore list={drawnBy} row={row} /> : null}
          </li>
        )
      })}
    </ul>
  )
}
