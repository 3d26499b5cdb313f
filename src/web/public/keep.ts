/** What must outlive the page: files of a draft, and forms waiting for a connection. Kept in the browser's own database. */

const NAME = 'forms'
const STORES = ['files', 'outbox'] as const
type StoreName = (typeof STORES)[number]

let opened: Promise<IDBDatabase> | null = null

export const keep = <V extends { key: string }>(store: StoreName, value: V): Promise<unknown> =>
  run(store, 'readwrite', (table) => table.put(value))

export const forget = (store: StoreName, key: string): Promise<unknown> =>
  run(store, 'readwrite', (table) => table.delete(key))

/** The kept value; its shape is that of the last `keep` under this key. */
export const recall = <V>(store: StoreName, key: string): Promise<V | undefined> =>
  run(store, 'readonly', (table) => table.get(key)) as Promise<V | undefined> // only this module writes

export const recallAll = <V>(store: StoreName): Promise<V[]> =>
  run(store, 'readonly', (table) => table.getAll()) as Promise<V[]> // only this module writes

async function run(
  name: StoreName,
  mode: IDBTransactionMode,
  use: (table: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  opened ??= open()
  const database = await opened.catch((error) => {
    opened = null
    throw error
  })
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode)
    const request = use(transaction.objectStore(name))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = transaction.onerror = () => reject(transaction.error)
  })
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store, { keyPath: 'key' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = request.onblocked = () => reject(request.error)
  })
}
