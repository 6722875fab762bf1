import type { Collection, Document } from '@shop/language/collection'
import { type Position, START } from '@shop/language/events/event'
import type { Checkpoints } from '../checkpoint.ts'
import type { Query, ReadStore, Step } from '../read-store.ts'
import { stepOf } from '../step-of.ts'

/** The storage may contain other documents. A test can close its store and open it again. */
export type DocumentStorage = Readonly<{
  open: () => ReadStore | Promise<ReadStore>
  /** Opens the checkpoints as a tool does, while the store is open. */
  beside: () => Checkpoints | Promise<Checkpoints>
  /** Removes a collection’s documents as an operator could, while the store is open. */
  lose: (collection: string) => Promise<void>
  remove: () => Promise<void>
}>

export type Shirt = Document & {
  name: string
  gender: string
  priceCents: number
  sold: boolean
  brand?: string
  colors: readonly string[]
}
export const shirt = (id: string, more: Partial<Shirt> = {}): Shirt => ({
  _id: id,
  name: `Shirt ${id}`,
  gender: 'Women',
  priceCents: 2500,
  sold: false,
  colors: ['Navy'],
  ...more,
})

export function createShelf() {
  const shelf = {
    storage: {} as DocumentStorage,
    store: {} as ReadStore,
    shirts: newShirts(),
    async open(storage: DocumentStorage) {
      shelf.storage = storage
      shelf.store = await storage.open()
    },
    async reopen() {
      await shelf.store.close()
      shelf.store = await shelf.storage.open()
    },
    clear() {
      shelf.shirts = newShirts()
    },
    step: (from: string, to: string, ...documents: readonly Document[]): Step =>
      stepOf(
        shelf.shirts.name,
        from,
        to,
        documents.map((document) => ({ id: document._id, document })),
      ),
    put: (...documents: readonly Document[]) => shelf.store.commit(shelf.step(START, '1', ...documents)),
    found: async (query?: Query<Shirt>) =>
      (await shelf.store.find(shelf.shirts, query)).documents.map(({ _id }) => _id),
  }
  return shelf
}
export type Shelf = ReturnType<typeof createShelf>

const newShirts = (): Collection<Shirt> => ({
  name: `shirts-${crypto.randomUUID()}@1`,
  searchedBy: ['name', 'gender', 'priceCents', 'sold', 'brand'],
  lists: ['colors'],
})

const CHUNK = 1_000

/** After an error, the old documents stay. */
export async function replaceDocuments<D extends Document>(
  readStore: ReadStore,
  collection: Collection<D>,
  documents: Iterable<D>,
  to: Position,
): Promise<void> {
  await (await readStore.stage(collection)).drop()
  const stage = await readStore.stage(collection)
  try {
    for (const chunk of chunksOf(documents, CHUNK))
      await stage.write(
        chunk.map((document) => ({ id: document._id, document })),
        START,
      )
    await stage.write([], to)
  } catch (error) {
    await stage.drop().catch(() => {})
    throw error
  }
  await stage.goLive()
}

function* chunksOf<T>(all: Iterable<T>, size: number): Iterable<readonly T[]> {
  let chunk: T[] = []
  for (const one of all) {
    if (chunk.push(one) < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
