import { accountStream } from '@shop/language/events/account-events'
import { ADMINS_STREAM } from '@shop/language/events/admin-events'
import { type Event, START } from '@shop/language/events/event'
import { users } from '@shop/language/read-models/users'
import type { Caller } from '@shop/server/http/authenticate'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { LRUCache } from 'lru-cache'

const MOST_KEPT = 50_000
/** An entry's longest life, in case a change is not reported. */
const LONGEST_KEPT_MS = 60_000

/**
 * Role and existence of accounts, read from the log and cached until the read models report a change. So neither lost or late
 * read models nor a log that is unreachable for a while sign anybody out.
 */
export function createCallers(log: EventReader, readStore: ReadStore) {
  const kept = new LRUCache<string, Caller>({ max: MOST_KEPT, ttl: LONGEST_KEPT_MS, noDeleteOnStaleGet: true })
  let changes = 0

  readStore.onCommit((steps) => {
    for (const { projection, from, writes } of steps) {
      if (projection !== users.name) continue
      if (from === START) kept.clear()
      else for (const { id } of writes) kept.delete(id)
      if (from === START || writes.length > 0) changes++
    }
  })

  async function read(accountId: string): Promise<Caller | undefined> {
    const changesBefore = changes
    const exists = await fold(accountStream(accountId), (active, { type }) =>
      type === 'AccountErased' ? false : active || type === 'AccountRegistered',
    )
    if (!exists) return undefined
    const isAdmin = await fold(ADMINS_STREAM, (admin, { type, data }) =>
      (data as { accountId: string }).accountId === accountId ? type === 'AdminGranted' : admin,
    )
    const caller: Caller = { id: accountId, role: isAdmin ? 'admin' : 'customer' }
    // A caller that changed while being read must not be cached.
    if (changes === changesBefore) kept.set(accountId, caller)
    return caller
  }

  async function fold(stream: string, evolve: (state: boolean, event: Event) => boolean) {
    let state = false
    for await (const event of log.readStream(stream)) state = evolve(state, event)
    return state
  }

  return async (accountId: string): Promise<Caller | undefined> => {
    const caller = kept.get(accountId)
    if (caller) return caller
    try {
      return await read(accountId)
    } catch (error) {
      const former = kept.peek(accountId, { allowStale: true })
      if (former) return former
      throw error
    }
  }
}
