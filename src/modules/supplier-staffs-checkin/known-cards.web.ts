import { authorised, get } from '../../web/api.ts'
import { storeOf } from '../../web/outbox/store.ts'
import { fileUrl } from '../../web/ui/file-url.ts'
import type { KnownCard } from '../supplier-staffs-checking/desk.ts'
import { supplierStaffsChecking } from '../supplier-staffs-checking/supplier-staffs-checking.ts'

/** The valid cards of a store as this device keeps them: for the day they were fetched, where the administrator allows it. */
interface Kept {
  key: string
  day: string
  cards: KnownCard[]
}

const device = storeOf('supplier-desk')
const keyOf = (store: number): string => `cards of ${store}`
const today = (): string => new Intl.DateTimeFormat('sv-SE').format(new Date())

/** Fetches the list anew, with small photos; or throws away what is kept. */
export async function refreshKnownCards(store: number, isAllowed: boolean, fileKey: string | null): Promise<void> {
  const key = keyOf(store)
  if (!isAllowed) return void (await device.forget('files', key).catch(() => {}))
  const found = await get<{ data: KnownCard[] }>(
    `${supplierStaffsChecking.wire}/known-cards`,
    { store },
    { quiet: true },
  ).catch(() => null)
  if (!found) return
  const day = today()
  const kept = await device.recall<Kept>('files', key).catch(() => undefined)
  const before = new Map(kept?.cards.map((card) => [card.hash, card.photo]))
  const cards: KnownCard[] = []
  for (const card of found.data) {
    const photo = before.get(card.hash) ?? (fileKey && card.photo ? await thumbnail(card.photo, fileKey) : null)
    cards.push({ ...card, photo })
  }
  await device.keep<Kept>('files', { key, day, cards }).catch(() => {})
}

/** What this device knows of a card: nothing where it keeps no list of today. */
export async function knownCard(store: number, code: string): Promise<KnownCard | 'not valid' | null> {
  const kept = await device.recall<Kept>('files', keyOf(store)).catch(() => undefined)
  if (!kept) return null
  if (kept.day !== today()) {
    await device.forget('files', kept.key).catch(() => {})
    return null
  }
  const hash = await hashOf(code)
  return hash === null ? null : (kept.cards.find((card) => card.hash === hash) ?? 'not valid')
}

/** As the server hashes it; a page without https has no way to. */
async function hashOf(code: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** As a data address, which needs no line. */
async function thumbnail(id: string, fileKey: string): Promise<string | null> {
  const answer = await fetch(fileUrl(id, fileKey, 'thumbnail'), { headers: authorised() }).catch(() => null)
  if (!answer?.ok) return null
  const blob = await answer.blob()
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(blob)
  })
}
