/** What must outlive the page, kept in a database of the browser's own: acts on their way, and the files that belong to them. */

const PARTS = ['files', 'outbox'] as const
export type PartName = (typeof PARTS)[number]

export interface Store {
  keep<V extends { key: string }>(part: PartName, value: V): Promise<unknown>
  forget(part: PartName, key: string): Promise<unknown>
  /** The kept value; its shape is that of the last `keep` under this key. */
  recall<V>(part: PartName, key: string): Promise<V | undefined>
  recallAll<V>(part: PartName): Promise<V[]>
}

/** One database for each kind of sender, so that neither sees what the other keeps. */
export function storeOf(name: string): Store {
  let opened: Promise<IDBDatabase> | null = null
  const run = async (part: PartName, mode: IDBTransactionMode, use: (table: IDBObjectStore) => IDBRequest) => {
    opened ??= open(name)
    const database = await opened.catch((error) => {
      opened = null
      throw error
    })
    return new Promise<unknown>((resolve, reject) => {
      const transaction = database.transaction(part, mode)
      const request = use(transaction.objectStore(part))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = transaction.onerror = () => reject(transaction.error)
    })
  }
  return {
    keep: (part, value) => run(part, 'readwrite', (table) => table.put(value)),
    forget: (part, key) => run(part, 'readwrite', (table) => table.delete(key)),
    recall: <V>(part: PartName, key: string) =>
      run(part, 'readonly', (table) => table.get(key)) as Promise<V | undefined>, // only this module writes
    recallAll: <V>(part: PartName) => run(part, 'readonly', (table) => table.getAll()) as Promise<V[]>, // only this module writes
  }
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      for (const part of PARTS) request.result.createObjectStore(part, { keyPath: 'key' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = request.onblocked = () => reject(request.error)
  })
}
