import { START } from '@shop/language/events/event'
import { sessions } from '@shop/language/read-models/sessions'
import { users } from '@shop/language/read-models/users'
import type { ReadStore } from '@shop/stores/read-store/read-store'

/** Calls a listener whenever its account may have another role or fewer sessions. Returns a function that stops it. */
export type OnAccountChange = (accountId: string, listener: () => void) => () => void

/** Whose role or sessions have changed, by the commits of the read models, whichever process made them. */
export function watchAccounts(readStore: Pick<ReadStore, 'onCommit'>): OnAccountChange {
  const listeners = new Map<string, Set<() => void>>()

  readStore.onCommit((steps) => {
    for (const { projection, from, writes } of steps) {
      if (projection !== users.name && projection !== sessions.name) continue
      // Rebuilt, or followed again after a gap: anybody's may have changed.
      const ids = from === START ? [...listeners.keys()] : writes.map(({ id }) => id)
      // Once all others have this commit too, so that nobody is known by what is out of date.
      queueMicrotask(() => ids.forEach(tell))
    }
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
