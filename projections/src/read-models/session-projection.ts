import { type SessionsDocument, sessions } from '@shop/language/account/sessions-document'
import { type Projection, remove, upsert } from '../projection.ts'

/** The query-service watches this read model's commits, because each commit can sign a caller out. */
export const sessionProjection: Projection<SessionsDocument> = {
  into: sessions,
  failure: 'park',
  on: {
    SessionBegun: ({ data: { accountId, sessionId, ver, begunAt } }) =>
      change(accountId, (before) => {
        if (ver < before.ver) return before
        const others = ver > before.ver ? [] : before.open.filter(({ id }) => id !== sessionId)
        return { ...before, ver, open: [...others, { id: sessionId, begunAt }] }
      }),
    SessionEnded: ({ data: { accountId, sessionId } }) =>
      change(accountId, (before) => ({ ...before, open: before.open.filter(({ id }) => id !== sessionId) })),
    PasswordChanged: ({ data }) => change(data.accountId, endAll),
    SignedOutEverywhere: ({ data }) => change(data.accountId, endAll),
    AccountErased: ({ data }) => remove(data.accountId),
    // The customer can sign in between `AccountErased` and this event.
    AccountKeyDestroyed: ({ data }) => remove(data.accountId),
  },
}

const change = (accountId: string, become: (before: SessionsDocument) => SessionsDocument) =>
  upsert<SessionsDocument>(accountId, (before) => become(before ?? { _id: accountId, ver: 0, open: [] }))

const endAll = (before: SessionsDocument): SessionsDocument => ({ ...before, ver: before.ver + 1, open: [] })
