import { START } from '@shop/language/events/event'
import { sessions } from '@shop/language/read-models/sessions'
import { users } from '@shop/language/read-models/users'
import type { AccountChanges } from '@shop/server/http/callers'
import type { ReadStore } from '@shop/stores/read-store/read-store'

/** Whose role or sessions may have changed, by the commits of the read models, whichever process made them. */
export const accountChangesIn =
  (readStore: Pick<ReadStore, 'onCommit'>): AccountChanges =>
  (listener) => {
    readStore.onCommit((steps) => {
      for (const { projection, from, writes } of steps) {
        if (projection !== users.name && projection !== sessions.name) continue
        // Rebuilt, or followed again after a gap: anybody's may have changed.
        if (from === START) listener(undefined)
        else if (writes.length > 0) listener(writes.map(({ id }) => id))
      }
    })
  }

/** Calls a listener whenever its account may have another role or fewer sessions. Returns a function that stops it. */
export type OnAccountChange = (accountId: string, listener: () => void) => () => void

export function watchAccounts(onAccountChange: AccountChanges): OnAccountChange {
  const listeners = new Map<string, Set<() => void>>()

  onAccountChange((accountIds = [...listeners.keys()]) => {
    // Once all others have this commit too, so that nobody is known by what is out of date.
    queueMicrotask(() => accountIds.forEach(tell))
  })

  const tell = (accountId: string) => {
    for (const listener of listeners.get(accountId) ?? []) listener()
  }

  return (accountId, listener) => {
    const own = listeners.get(accountId) ?? new Set()
    listeners.set(accountId, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && listeners.get(accountId) === own) listeners.delete(accountId)
    }
  }
}
