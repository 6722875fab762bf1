import { users } from '@shop/language/account/document'
import { sessions } from '@shop/language/account/sessions-document'
import { START } from '@shop/language/events/event'
import type { AccountChanges } from '@shop/server/http/callers'
import type { ReadStore } from '@shop/stores/read-store/read-store'

export const accountChangesIn =
  (readStore: Pick<ReadStore, 'onCommit'>): AccountChanges =>
  (listener) => {
    readStore.onCommit(({ projections, from, writes }) => {
      // A commit from the start of the log means that the read model was rebuilt, or that commits were missed.
      for (const { name } of [users, sessions])
        if (from === START && projections.includes(name)) listener(undefined)
        else if (writes[name]) listener(writes[name].map(({ id }) => id))
    })
  }
