import type { AccountChanges } from './callers.ts'

/** Calls a listener whenever its account may have another role or fewer sessions. Returns a function that stops the calls. */
export type OnAccountChange = (accountId: string, listener: () => void) => () => void

/**
 * If any account may have changed, all listeners are called, but at most once in this time. A reader that catches up with the log reports
 * such a change with every batch.
 */
const EVERYBODY_MS = 1_000

export function watchAccounts(onAccountChange: AccountChanges): OnAccountChange {
  const listeners = new Map<string, Set<() => void>>()

  let telling: NodeJS.Timeout | undefined

  onAccountChange((accountIds) => {
    // The listener is called after all other listeners of this commit. So none of them still has an old cache entry.
    if (accountIds) queueMicrotask(() => accountIds.forEach(tell))
    else if (!telling) telling = setTimeout(tellEverybody, EVERYBODY_MS).unref()
  })

  function tellEverybody() {
    telling = undefined
    for (const accountId of [...listeners.keys()]) tell(accountId)
  }

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
