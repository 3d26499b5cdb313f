import { useSearchParams } from './app/location.ts'
import { readStored, writeStored } from './public/storage.ts'
import { useSession } from './session.ts'

const CHOSEN = 'desk-store'

interface DeskStore {
  store: number | null
  choose: (store: number | null) => void
  /** Whether this person sees more stores than one. */
  mayChoose: boolean
}

/** The store that a desk stands in: one's own; for people of the whole chain that of the address, else the one chosen on this device last. */
export function useDeskStore(): DeskStore {
  const { store: own, role } = useSession()
  const [search, change] = useSearchParams()
  const isOfStore = role.scope === 'store'
  const asked = Number(search.get('store') ?? readStored(CHOSEN) ?? own?.id ?? 0)
  const choose = (chosen: number | null) => {
    if (chosen) writeStored(CHOSEN, chosen)
    change({ store: chosen === null ? '' : String(chosen) })
  }
  const fixed = isOfStore ? own?.id : undefined
  return { store: fixed ?? (asked > 0 ? asked : null), choose, mayChoose: fixed === undefined }
}
