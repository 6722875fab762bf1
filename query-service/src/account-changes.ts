import { START } from '@shop/language/events/event'
import { sessions } from '@shop/language/read-models/sessions'
import { users } from '@shop/language/read-models/users'
import type { AccountChanges } from '@shop/server/http/callers'
import type { ReadStore } from '@shop/stores/read-store/read-store'

/** Reports the accounts whose role or sessions may have changed, from the commits of any process to the read models. */
export const accountChangesIn =
  (readStore: Pick<ReadStore, 'onCommit'>): AccountChanges =>
  (listener) => {
    readStore.onCommit(({ projections, from, writes }) => {
      // Rebuilt, or followed again after a gap: any account may have changed.
      for (const { name } of [users, sessions])
        if (from === START && projections.includes(name)) listener(undefined)
        else if (writes[name]) listener(writes[name].map(({ id }) => id))
    })
  }
