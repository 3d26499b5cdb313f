import { type ComponentType, createContext, type LazyExoticComponent, type ReactNode, Suspense } from 'react'
import { moduleOf } from '../../../modules/index.ts'
import { lazyWithCatalog } from '../../catalogs.ts'
import { useMay } from '../../session.ts'
import type { AnyRow } from '../module.ts'

/** What a module shows in a page of another one; `row` is the record of that page, where it is one of a record. */
export interface PartProps {
  row: AnyRow | null
}

/** Of the line that a part stands in: whether the keys act on it, and whether somebody was at it yet, by pointer, finger or keyboard. */
export const LineState = createContext({ isActive: false, isNear: false })

const PARTS = import.meta.glob<{ default: ComponentType<PartProps> }>('../../../modules/*/in-*.web.tsx')

interface Part {
  module: string
  Part: LazyExoticComponent<ComponentType<PartProps>>
}
const known = new Map<string, Part[]>()

/** The parts that other modules bring to a page of this one: their `in-<this one>.web.tsx`, found by its name. */
export function PartsIn({ of, row = null }: { of: string; row?: AnyRow | null }) {
  const may = useMay()
  return partsIn(of)
    .filter(({ module }) => may(moduleOf(module)?.permission ?? module, 'read'))
    .map(({ module, Part: One }) => (
      <Suspense key={module}>
        <One row={row} />
      </Suspense>
    ))
}

/** What one module brings there for a record of its own; what stands inside, where it brings nothing. */
export function PartIn({
  of,
  module,
  row,
  children,
}: {
  of: string
  module: string
  row: AnyRow
  children: ReactNode
}) {
  const found = partsIn(of).find((one) => one.module === module)
  if (!found) return children
  return (
    <Suspense fallback={<span />}>
      <found.Part row={row} />
    </Suspense>
  )
}

/** Whether a module brings a part of its own there. */
export const bringsPart = (of: string, module: string): boolean => partsIn(of).some((one) => one.module === module)

function partsIn(of: string): Part[] {
  const found = known.get(of) ?? Object.entries(PARTS).flatMap(([path, load]) => partOf(of, path, load))
  known.set(of, found)
  return found
}

function partOf(of: string, path: string, load: (typeof PARTS)[string]): Part[] {
  const [file = '', module = ''] = path.split('/').toReversed()
  return file === `in-${of}.web.tsx` ? [{ module, Part: lazyWithCatalog(load) }] : []
}
