import Router from '@koa/router'
import { isShopError } from '@shop/language/errors'
import { MAX_LISTED } from '@shop/language/limits'
import type { ReadModel, ReadModelFailure } from '@shop/language/shop/api'
import { type RefusedReadModel, refusedReadModels } from '@shop/language/shop/refused-read-models'
import { adminOf } from '@shop/server/http/authenticate'
import type { EventReader, Extent } from '@shop/stores/event-store/event-store'
import type { Checkpoint, Failure } from '@shop/stores/read-store/checkpoint'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { FollowedStandings } from '@shop/stores/read-store/standings'
import type { Answering } from './answering.ts'

export function readModelRoutes(
  { followed, checkpoints }: FollowedStandings,
  readStore: Pick<ReadStore, 'staged' | 'find'>,
  log: Pick<EventReader, 'extent'>,
): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/read-models', async (ctx) => {
    adminOf(ctx)
    const refused = await unlessAway(refusedNow)
    const others = (refused ?? []).map(refusedView)
    const own = followed.filter((name) => !others.some((one) => one.name === name))
    ctx.body = [...(await Promise.all(own.map(viewed))).flat(), ...others]
  })

  async function viewed(name: string): Promise<ReadModel[]> {
    const checkpoint = checkpoints().get(name)
    const building = await unlessAway(() => progressOf(name))
    return checkpoint || building ? [viewOf(name, checkpoint, building)] : []
  }

  async function progressOf(name: string): Promise<Extent | undefined> {
    const position = await readStore.staged(name)
    return position === undefined ? undefined : log.extent(position)
  }

  /** Rebuilt read models that do not go live, because their documents differ from the documents before the rebuild. */
  const refusedNow = async () => (await readStore.find(refusedReadModels, { limit: MAX_LISTED })).documents

  return [router, []]
}

/** Undefined if the read store or the log is unavailable. */
async function unlessAway<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isShopError(error, 'UNAVAILABLE')) return undefined
    throw error
  }
}

const refusedView = ({ _id: name, at }: RefusedReadModel): ReadModel => ({
  name,
  refused: { at },
  leftOut: { count: 0, newest: [] },
})

function viewOf(name: string, { halted, leftOut }: Partial<Checkpoint> = {}, building?: Extent): ReadModel {
  return {
    name,
    ...(halted && { halted: { ...failureView(halted), resuming: halted.resume !== undefined } }),
    ...(building && { building: { read: building.read, of: building.all, unit: building.unit } }),
    leftOut: { count: leftOut?.count ?? 0, newest: (leftOut?.newest ?? []).map(failureView).toReversed() },
  }
}

const failureView = ({ event: { id, type, stream }, error, at }: Failure): ReadModelFailure => ({
  event: { id, type, stream },
  error,
  at,
})
