import type { Role } from '../values/role.ts'
import type { AccountEvent } from './events.ts'
import type { SessionEvent } from './session-events.ts'

/** Who calls the shop. All rooms find the caller with the functions in this file, from the events of the account and its sessions. */
export type Caller = Readonly<{ id: string; role: Role }>

/** The content of a token. It says who has signed in, but never which rights they have. */
export type SignedIn = Readonly<{
  accountId: string
  /** The account's `ver` when the token was made. It is 0 for tokens that an earlier version of the shop made. */
  ver: number
  /**
   * `since`: the version of the session's first event in the stream of the account's sessions. Tokens that were made while the log was
   * unavailable have no session, and last for an hour. Tokens that an earlier version of the shop made have no session either.
   */
  session?: Readonly<{ id: string; since: number }>
}>

/** What a token is compared with. `ver` counts the events that end all sessions: a token with a lower `ver` is refused. */
export type SignInState = Readonly<{ status: 'none' | 'active' | 'erased'; ver: number }>

export const notRegistered: SignInState = { status: 'none', ver: 0 }

/** The state after one more event of the account. */
export function signInStateAfter({ status, ver }: SignInState, { type }: AccountEvent): SignInState {
  switch (type) {
    case 'AccountRegistered':
      return { status: 'active', ver }
    case 'AccountErased':
      return { status: 'erased', ver }
    case 'PasswordChanged':
    case 'SignedOutEverywhere':
      return { status, ver: ver + 1 }
    default:
      return { status, ver }
  }
}

/**
 * Whether a session that is open stays open after an event of the account's sessions. A session that begins with a higher `ver` shows that
 * all earlier sessions have ended.
 */
export const staysOpen = (session: Readonly<{ id: string; ver: number }>, { type, data }: SessionEvent): boolean =>
  type === 'SessionBegun' ? session.ver >= data.ver : session.id !== data.sessionId

/** How a room reads the facts that `callerFrom` needs. `account` must return a state that is not older than the token. */
type Facts = Readonly<{
  account: () => Promise<SignInState>
  isOpen: (session: NonNullable<SignedIn['session']>) => Promise<boolean>
  role: () => Promise<Role>
}>

/** The caller whom a token names. Undefined if the account is unknown or erased, or if the session has ended. */
export async function callerFrom({ accountId, ver, session }: SignedIn, facts: Facts): Promise<Caller | undefined> {
  const account = await facts.account()
  if (account.status !== 'active' || account.ver !== ver) return undefined
  if (session && !(await facts.isOpen(session))) return undefined
  return { id: accountId, role: await facts.role() }
}
