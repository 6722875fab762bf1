import type { Collection, Document } from '@shop/language/collection'
import type { ReadStore, Stage } from '@shop/stores/read-store/read-store'

/** A stage without documents, even if an interrupted process has left one. */
export async function newStage<D extends Document>(
  collection: Collection<D>,
  readStore: Pick<ReadStore, 'stage'>,
): Promise<Stage> {
  await (await readStore.stage(collection)).drop()
  return readStore.stage(collection)
}

/** For a collection that no projection rebuilds. */
export async function emptyIfDamaged<D extends Document>(
  collection: Collection<D>,
  readStore: Pick<ReadStore, 'checkpoint' | 'stage'>,
) {
  const checkpoint = await readStore.checkpoint(collection.name)
  if (checkpoint?.damaged) await (await newStage(collection, readStore)).goLive()
}
