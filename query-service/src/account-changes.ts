import { START } from '@shop/language/events/event'
import { sessions } from '@shop/language/read-models/sessions'
import { users } from '@shop/language/read-models/users'
import type { AccountChanges } from '@shop/server/http/callers'
import type { ReadStore } from '@shop/stores/read-store/read-store'

/** Reports the accounts whose role or sessions may have changed. It reads this from the commits of all processes to the read models. */
export const accountChangesIn =
  (readStore: Pick<ReadStore, 'onCommit'>): AccountChanges =>
  (listener) => {
    readStore.onCommit(({ projections, from, writes }) => {
      // The read model was rebuilt, or commits were missed: any account may have changed.
      for (const { name } of [users, sessions])
        if (from === START && projections.includes(name)) listener(undefined)
        else if (writes[name]) listener(writes[name].map(({ id }) => id))
    })
  }
