import { accountStream } from '@shop/language/account/events'
import { ROLES_STREAM, type RoleEvent, roleAfter } from '@shop/language/account/role-events'
import { sessionsStream } from '@shop/language/account/session-events'
import type { Event } from '@shop/language/events/event'
import type { Role } from '@shop/language/values/role'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { LRUCache } from 'lru-cache'
import type { Caller } from './authenticate.ts'
import type { SignedIn } from './tokens.ts'

const MOST_KEPT = 50_000
/**
 * After this time, a cached entry is used only if the log cannot be read. Otherwise an entry whose change was not reported would be used
 * without end.
 */
const LONGEST_KEPT_MS = 60_000

/** The cached facts of an account. `open`: the ids of its sessions that were found open. */
type Known = Readonly<{ caller: Caller; ver: number; open: Set<string> }>
type Session = NonNullable<SignedIn['session']>

/**
 * Calls the listener when the role, existence or sessions of some accounts may have changed. The listener gets the ids of these accounts,
 * or undefined if any account may have changed.
 */
export type AccountChanges = (listener: (accountIds: readonly string[] | undefined) => void) => void

/**
 * The role, existence and open sessions of accounts. They are read from the log, and cached until a change is reported. Two rules prevent
 * that callers are signed out by mistake. If a new token does not fit the cached facts, the log is read again, because the report of a
 * change may be late or lost. If the log cannot be reached, the cached facts still count.
 */
export function createCallers(log: EventReader, onAccountChange: AccountChanges) {
  const kept = new LRUCache<string, Known>({ max: MOST_KEPT, ttl: LONGEST_KEPT_MS, noDeleteOnStaleGet: true })
  /** The ids of sessions that have ended. A session that has ended never opens again. */
  const ended = new LRUCache<string, true>({ max: MOST_KEPT })
  let changes = 0

  onAccountChange((accountIds) => {
    if (accountIds) for (const id of accountIds) kept.delete(id)
    else kept.clear()
    changes++
  })

  async function read({ accountId, ver, session }: SignedIn): Promise<Caller | undefined> {
    const changesBefore = changes
    const account = await fold(accountStream(accountId), { exists: false, ver: 0 }, accountAfter)
    if (!account.exists || account.ver !== ver) return undefined
    if (session && !(await isOpen(accountId, session))) return undefined
    const role = await fold<Role>(ROLES_STREAM, 'customer', (before, event) => {
      const { type, data } = event as RoleEvent
      return data.accountId === accountId ? roleAfter[type] : before
    })
    const caller: Caller = { id: accountId, role }
    // If the account has changed while it was read, the result must not be cached.
    if (changes === changesBefore) keep({ caller, ver, open: new Set(session && [session.id]) })
    return caller
  }

  function keep({ caller, ver, open }: Known) {
    const former = kept.get(caller.id)
    kept.set(caller.id, { caller, ver, open: former?.ver === ver ? former.open.union(open) : open })
  }

  /** Whether a session is open. The stream is read only from the start of the session, which saves time. */
  async function isOpen(accountId: string, { id, since }: Session) {
    if (ended.has(id)) return false
    let isBegun = false
    for await (const { type, data } of log.readStream(sessionsStream(accountId), since)) {
      const isOurs = (data as { sessionId?: string }).sessionId === id
      if (!isBegun && !(isOurs && type === 'SessionBegun')) return false
      isBegun = true
      if (!isOurs || type !== 'SessionEnded') continue
      ended.set(id, true)
      return false
    }
    return isBegun
  }

  async function fold<State>(stream: string, initial: State, evolve: (state: State, event: Event) => State) {
    let state = initial
    for await (const event of log.readStream(stream)) state = evolve(state, event)
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

type Account = Readonly<{ exists: boolean; ver: number }>

function accountAfter(account: Account, { type }: Event): Account {
  switch (type) {
    case 'AccountRegistered':
      return { ...account, exists: true }
    case 'AccountErased':
      return { ...account, exists: false }
    case 'PasswordChanged':
    case 'SignedOutEverywhere':
      return { ...account, ver: account.ver + 1 }
    default:
      return account
  }
}
