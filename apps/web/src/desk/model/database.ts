/**
 * What the device keeps in IndexedDB: entries until they are sent, and facts with which the page starts without network. Each
 * operation opens the database anew: browsers close connections of pages in the background.
 */
const name = 'desk'
const version = 1

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('entries', { keyPath: 'reference' })
      request.result.createObjectStore('facts')
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('No database')))
  })
}

type Store = 'entries' | 'facts'

/** Runs `work` in a transaction; resolves with the result of its request when the transaction is on the disk. */
async function within<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | void,
): Promise<T | undefined> {
  const db = await open()
  try {
    // Strict: an empty battery loses nothing that the page has confirmed.
    const transaction = db.transaction(store, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(store))
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      const fail = () => reject(transaction.error ?? new Error('Not stored'))
      transaction.addEventListener('abort', fail)
      transaction.addEventListener('error', fail)
    })
    return request?.result
  } finally {
    db.close()
  }
}

export const readAll = async <T>(): Promise<T[]> =>
  (await within<T[]>('entries', 'readonly', (store) => store.getAll() as IDBRequest<T[]>)) ?? []

export async function write(entries: readonly object[]): Promise<void> {
  await within('entries', 'readwrite', (store) => {
    for (const entry of entries) store.put(entry)
  })
}

/** Does not replace an entry that exists. */
export async function add(entry: object): Promise<void> {
  await within('entries', 'readwrite', (store) => {
    store.add(entry)
  })
}

export async function remove(references: readonly string[]): Promise<void> {
  await within('entries', 'readwrite', (store) => {
    for (const reference of references) store.delete(reference)
  })
}

export const readFact = <T>(fact: string): Promise<T | undefined> =>
  within<T>('facts', 'readonly', (store) => store.get(fact) as IDBRequest<T>)

/** @param value undefined removes the fact */
export async function writeFact(fact: string, value: unknown): Promise<void> {
  await within('facts', 'readwrite', (store) => {
    if (value === undefined) store.delete(fact)
    else store.put(value, fact)
  })
}
