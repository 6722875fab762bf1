import {
  type Caller,
  callerFrom,
  notRegistered,
  type SignedIn,
  type SignInState,
  signInStateAfter,
  staysOpen,
} from '@shop/language/account/caller'
import { type AccountEvent, accountStream } from '@shop/language/account/events'
import { ROLES_STREAM, type RoleEvent, roleAfter } from '@shop/language/account/role-events'
import { type SessionEvent, sessionsStream } from '@shop/language/account/session-events'
import type { Event } from '@shop/language/events/event'
import type { Role } from '@shop/language/values/role'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { LRUCache } from 'lru-cache'

const MOST_KEPT = 50_000
/** An older entry is used only if the log cannot be read, because the report of a change may be lost. */
const LONGEST_KEPT_MS = 60_000

/** `open`: the ids of the account's sessions that were found open. */
type Known = Readonly<{ caller: Caller; ver: number; open: Set<string> }>
type Session = NonNullable<SignedIn['session']>

/** Undefined: any account may have changed. */
export type AccountChanges = (listener: (accountIds: readonly string[] | undefined) => void) => void

/**
 * The role, existence and open sessions of accounts, cached until a change is reported. If a token does not fit the cached facts, the log
 * is read again, unless the token's `ver` is lower. If the log cannot be reached, the cached facts still count.
 */
export function createCallers(log: EventReader, onAccountChange: AccountChanges) {
  const kept = new LRUCache<string, Known>({ max: MOST_KEPT, ttl: LONGEST_KEPT_MS, noDeleteOnStaleGet: true })
  const ended = new LRUCache<string, true>({ max: MOST_KEPT })
  let changes = 0

  onAccountChange((accountIds) => {
    if (accountIds) for (const id of accountIds) kept.delete(id)
    else kept.clear()
    changes++
  })

  async function read(signedIn: SignedIn): Promise<Caller | undefined> {
    const { accountId, ver, session } = signedIn
    const changesBefore = changes
    const caller = await callerFrom(signedIn, {
      account: () => fold<SignInState, AccountEvent>(accountStream(accountId), notRegistered, signInStateAfter),
      isOpen: (known) => isOpen(accountId, ver, known),
      role: () =>
        fold<Role, RoleEvent>(ROLES_STREAM, 'customer', (before, { type, data }) =>
          data.accountId === accountId ? roleAfter[type] : before,
        ),
    })
    // If the account has changed while it was read, the result must not be cached.
    if (caller && changes === changesBefore) keep({ caller, ver, open: new Set(session && [session.id]) })
    return caller
  }

  function keep({ caller, ver, open }: Known) {
    const former = kept.get(caller.id)
    kept.set(caller.id, { caller, ver, open: former?.ver === ver ? former.open.union(open) : open })
  }

  async function isOpen(accountId: string, ver: number, { id, since }: Session) {
    if (ended.has(id)) return false
    let isBegun = false
    for await (const stored of log.readStream(sessionsStream(accountId), since)) {
      const event = stored as Event as SessionEvent
      if (isBegun && staysOpen({ id, ver }, event)) continue
      if (isBegun) ended.set(id, true)
      if (isBegun || event.type !== 'SessionBegun' || event.data.sessionId !== id) return false
      isBegun = true
    }
    return isBegun
  }

  async function fold<State, E>(stream: string, initial: State, evolve: (state: State, event: E) => State) {
    let state = initial
    for await (const event of log.readStream(stream)) state = evolve(state, event as E)
    return state
  }

  return async (signedIn: SignedIn): Promise<Caller | undefined> => {
    const { accountId, ver } = signedIn
    const known = kept.get(accountId)
    if (known && known.ver > ver) return undefined
    if (known && fits(known, signedIn)) return known.caller
    try {
      return await read(signedIn)
    } catch (error) {
      const former = kept.peek(accountId, { allowStale: true })
      if (former && fits(former, signedIn)) return former.caller
      throw error
    }
  }
}

const fits = ({ ver, open }: Known, signedIn: SignedIn) =>
  ver === signedIn.ver && (signedIn.session === undefined || open.has(signedIn.session.id))
