import { accountStream } from '@shop/language/events/account-events'
import { ADMINS_STREAM } from '@shop/language/events/admin-events'
import { type Event, START } from '@shop/language/events/event'
import { sessionsStream } from '@shop/language/events/session-events'
import { sessions } from '@shop/language/read-models/sessions'
import { users } from '@shop/language/read-models/users'
import type { Caller } from '@shop/server/http/authenticate'
import type { SignedIn } from '@shop/server/http/tokens'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { LRUCache } from 'lru-cache'

const MOST_KEPT = 50_000
/** An entry's longest life, in case a change is not reported. */
const LONGEST_KEPT_MS = 60_000

/** What is known of an account, and which of its sessions were found open. */
type Known = Readonly<{ caller: Caller; ver: number; open: Set<string> }>
type Session = NonNullable<SignedIn['session']>

/**
 * Role, existence and open sessions of accounts, read from the log and cached until the read models report a change. So neither
 * lost or late read models nor a log that is unreachable for a while sign anybody out.
 */
export function createCallers(log: EventReader, readStore: ReadStore) {
  const kept = new LRUCache<string, Known>({ max: MOST_KEPT, ttl: LONGEST_KEPT_MS, noDeleteOnStaleGet: true })
  /** Sessions that have ended: they never open again. */
  const ended = new LRUCache<string, true>({ max: MOST_KEPT })
  let changes = 0

  readStore.onCommit((steps) => {
    for (const { projection, from, writes } of steps) {
      if (projection !== users.name && projection !== sessions.name) continue
      if (from === START) kept.clear()
      else for (const { id } of writes) kept.delete(id)
      if (from === START || writes.length > 0) changes++
    }
  })

  async function read({ accountId, ver, session }: SignedIn): Promise<Caller | undefined> {
    const changesBefore = changes
    const account = await fold(accountStream(accountId), { exists: false, ver: 0 }, accountAfter)
    if (!account.exists || account.ver !== ver) return undefined
    if (session && !(await isOpen(accountId, session))) return undefined
    const isAdmin = await fold(ADMINS_STREAM, false, (admin, { type, data }) =>
      (data as { accountId: string }).accountId === accountId ? type === 'AdminGranted' : admin,
    )
    const caller: Caller = { id: accountId, role: isAdmin ? 'admin' : 'customer' }
    // A caller that changed while being read must not be cached.
    if (changes === changesBefore) keep({ caller, ver, open: new Set(session && [session.id]) })
    return caller
  }

  function keep({ caller, ver, open }: Known) {
    const former = kept.get(caller.id)
    kept.set(caller.id, { caller, ver, open: former?.ver === ver ? former.open.union(open) : open })
  }

  /** Reads the stream from the session's beginning, so that its length before that does not count. */
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
