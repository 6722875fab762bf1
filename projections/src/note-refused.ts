import { START } from '@shop/language/events/event'
import { MAX_LISTED } from '@shop/language/limits'
import { refusedReadModels } from '@shop/language/shop/refused-read-models'
import type { ReadStore } from '@shop/stores/read-store/read-store'

/**
 * Stores a note for operators and admins about each rebuilt read model that may not go live (ADR 55). `isOver`: whether an earlier note
 * about a read model is out of date.
 */
export async function noteRefused(
  readStore: Pick<ReadStore, 'find' | 'stage'>,
  refused: readonly string[],
  isOver: (name: string) => boolean,
  now: Date,
): Promise<void> {
  const { documents: before } = await readStore.find(refusedReadModels, { limit: MAX_LISTED })
  const kept = before.filter(({ _id }) => !isOver(_id))
  const added = refused.filter((name) => !kept.some(({ _id }) => _id === name))
  if (kept.length === before.length && added.length === 0) return
  // An interrupted process may have left a stage.
  await (await readStore.stage(refusedReadModels)).drop()
  const stage = await readStore.stage(refusedReadModels)
  const documents = [...kept, ...added.map((_id) => ({ _id, at: now.toISOString() }))]
  await stage.write(
    documents.map((document) => ({ id: document._id, document })),
    START,
  )
  await stage.goLive()
}
