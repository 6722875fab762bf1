import type { Collection, Document } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { projections } from '@shop/projections/all'
import { type Following, moveOver } from '@shop/projections/move-over'
import { newProjectionState } from '@shop/projections/projection-state'
import { compareDocuments } from '@shop/projections/verify-models/compare-documents'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'

/** At most this many differing documents of each read model are listed. */
const MOST_LISTED = 5

type Faults = Readonly<{ isCommitLost: () => boolean; isReplyLost: () => boolean; isRepeated: () => boolean }>

export function createReadSide(log: EventReader, now: () => Date, faults: Faults) {
  const shown = openSqliteReadStore(':memory:')
  let states: readonly Following[] | undefined
  const failing: ReadStore = {
    ...shown,
    async commit(step) {
      if (faults.isCommitLost()) throw new Error('The read store is busy')
      await shown.commit(step)
      if (faults.isReplyLost()) throw new Error('The answer was lost')
    },
  }

  async function move(count: number, store: ReadStore) {
    states ??= await begun(shown)
    const from = states[0]!.checkpoint.position
    const { events } = await nextOf(log, from)
    const batch = events.slice(0, count)
    const upTo = batch.at(-1)?.position ?? from
    if (batch.length > 0) await moveOver({ events: batch, upTo, caughtUp: false }, states, store, now())
    return batch
  }

  return {
    /** After a failure, the next call continues from the stored checkpoints, as a restarted process does. */
    async move(count: number) {
      try {
        const batch = await move(count, failing)
        const again = { events: batch, upTo: batch.at(-1)?.position ?? START, caughtUp: false }
        if (batch.length > 0 && faults.isRepeated()) await moveOver(again, states!, shown, now())
      } catch {
        states = undefined
      }
    },

    async differences(): Promise<readonly string[]> {
      while ((await move(1_000, shown)).length > 0);
      const rebuilt = openSqliteReadStore(':memory:')
      const fresh = await begun(rebuilt)
      const { events } = await nextOf(log, START)
      const upTo = events.at(-1)?.position ?? START
      if (events.length > 0) await moveOver({ events, upTo, caughtUp: true }, fresh, rebuilt, now())
      const found: string[] = []
      for (const { into } of projections) {
        const [one, other] = [shown, rebuilt].map(
          (store) => (id: string, limit: number) => store.documentsAfter(into.name, id, limit),
        )
        for (const difference of (await compareDocuments(one!, other!, MOST_LISTED)).differing.values())
          found.push(`${into.name}: ${difference}`)
      }
      await rebuilt.close()
      return found
    },
    documents: async <D extends Document>(from: Collection<D>) => (await shown.find(from, { limit: 1_000 })).documents,
    close: () => shown.close(),
  }
}

const begun = (store: ReadStore): Promise<readonly Following[]> =>
  Promise.all(
    projections.map(async (projection) => ({
      ...newProjectionState(projection),
      checkpoint: (await store.checkpoint(projection.into.name)) ?? { position: START },
    })),
  )

async function nextOf(log: EventReader, after: string) {
  for await (const batch of log.follow(after, new AbortController().signal)) return batch
  throw new Error('The log has ended')
}
