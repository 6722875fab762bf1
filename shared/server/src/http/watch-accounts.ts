import type { AccountChanges } from './callers.ts'

/** Calls the listener whenever the account may have another role or fewer sessions. Returns a function that stops the calls. */
export type OnAccountChange = (accountId: string, listener: () => void) => () => void

/** A report without account ids calls all listeners, at most once in this time. */
const ALL_MS = 1_000

export function watchAccounts(onAccountChange: AccountChanges): OnAccountChange {
  const listeners = new Map<string, Set<() => void>>()

  let notifying: NodeJS.Timeout | undefined

  onAccountChange((accountIds) => {
    // The microtask lets the other listeners of the change clear their caches first.
    if (accountIds) queueMicrotask(() => accountIds.forEach(notify))
    else if (!notifying) notifying = setTimeout(notifyAll, ALL_MS).unref()
  })

  function notifyAll() {
    notifying = undefined
    for (const accountId of [...listeners.keys()]) notify(accountId)
  }

  const notify = (accountId: string) => {
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
