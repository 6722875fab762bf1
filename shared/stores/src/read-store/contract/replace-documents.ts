import type { Collection, Document } from '@shop/language/collection'
import { type Position, START } from '@shop/language/events/event'
import type { ReadStore } from '../read-store.ts'

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
