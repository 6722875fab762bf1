import type { Collection, Document } from '@shop/language/read-models/collection'
import type { Batch } from '@shop/stores/event-store/event-store'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'
import { type Folded, fold, idsAsked, type Planned, plan, positionBefore } from './fold.ts'
import { checkpointAfter, type ProjectionState, skippedBy } from './projection-state.ts'
import { createWorkingSet } from './working-set.ts'

const PAGE = 1000

/** A projection with a checkpoint. */
export type Following = ProjectionState & { checkpoint: NonNullable<ProjectionState['checkpoint']> }
export const isFollowing = (state: ProjectionState): state is Following => state.checkpoint !== undefined

/**
 * A batch's step for one projection: each changed document is read once and written once, however many events change it.
 * Undefined if the projection has read all of it before.
 */
export async function stepOver(
  { events, upTo }: Batch,
  state: Following,
  readStore: ReadStore,
  now: Date,
): Promise<{ step: Step; folded: Folded } | undefined> {
  const { projection, checkpoint } = state
  const from = checkpoint.position
  if (upTo <= from) return undefined
  // The reader begins at the slowest projection, so the others get some events again.
  const news = events.filter(({ position }) => position > from)
  const planned = plan(projection, news)
  const workingSet = createWorkingSet(await documentsFor(planned, projection.into, readStore))
  const folded = fold(projection, workingSet, planned, skippedBy(state))
  const end = folded.haltsAt ? positionBefore(folded.haltsAt, news, from) : upTo
  const { position: to, ...failures } = checkpointAfter(checkpoint, end, folded, now)
  const writes = workingSet.takeWrites()
  return { step: { projection: projection.into.name, from, to, writes, ...failures }, folded }
}

async function documentsFor(planned: readonly Planned[], into: Collection<Document>, readStore: ReadStore) {
  const changes = planned.flatMap((entry) => entry.changes)
  const ids = idsAsked(planned)
  const documents = new Map(ids.size > 0 ? await readStore.getMany(into, [...ids]) : [])
  for (const change of changes) {
    if ('id' in change) continue
    const { field, is } = change.where
    let after: string | undefined
    do {
      const query = { anyOf: { [field]: [is] } as object, limit: PAGE, ...(after !== undefined && { after }) }
      const page = await readStore.find(into, query)
      for (const document of page.documents) documents.set(document._id, document)
      after = page.next
    } while (after !== undefined)
  }
  return documents.values()
}
