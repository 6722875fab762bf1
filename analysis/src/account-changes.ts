import { accountEvents } from '@shop/language/account/events'
import { roleEvents } from '@shop/language/account/role-events'
import { sessionEvents } from '@shop/language/account/session-events'
import type { Recorded } from '@shop/language/events/event'
import type { AccountChanges } from '@shop/server/http/callers'

const types: ReadonlySet<string> = new Set([...accountEvents, ...roleEvents, ...sessionEvents].map(({ type }) => type))

export function createAccountChanges() {
  const listeners: Parameters<AccountChanges>[0][] = []
  return {
    onChange: ((listener) => void listeners.push(listener)) satisfies AccountChanges,
    /** Until the room has caught up, listeners get undefined, because any account may have changed. */
    read(events: readonly Recorded[], caughtUp: boolean) {
      const changed = events.filter(({ type }) => types.has(type))
      if (caughtUp && changed.length === 0) return
      const ids = changed.map(({ data }) => String((data as { accountId?: unknown }).accountId))
      for (const listener of listeners) listener(caughtUp ? ids : undefined)
    },
  }
}
