import type { Role } from '../values/role.ts'
import type { AccountEvent } from './events.ts'
import type { SessionEvent } from './session-events.ts'

export type Caller = Readonly<{ id: string; role: Role }>

/** The content of a token: who has signed in, but not which rights they have. */
export type SignedIn = Readonly<{
  accountId: string
  /** The account's `ver` when the token was made; 0 for tokens of an earlier version of the shop. */
  ver: number
  /**
   * `since`: the version of the session's first event in the stream of the account's sessions. Tokens that were made while the log was
   * unavailable have no session.
   */
  session?: Readonly<{ id: string; since: number }>
}>

/** `ver` counts the events that end all sessions: a token with another `ver` is refused. */
export type SignInState = Readonly<{ status: 'none' | 'active' | 'erased'; ver: number }>

export const notRegistered: SignInState = { status: 'none', ver: 0 }

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

/** A session that begins with a higher `ver` shows that all earlier sessions have ended. */
export const staysOpen = (session: Readonly<{ id: string; ver: number }>, { type, data }: SessionEvent): boolean =>
  type === 'SessionBegun' ? session.ver >= data.ver : session.id !== data.sessionId

/** `account` must return a state that is at least as new as the token. */
type Facts = Readonly<{
  account: () => Promise<SignInState>
  isOpen: (session: NonNullable<SignedIn['session']>) => Promise<boolean>
  role: () => Promise<Role>
}>

/** Undefined if the account is unknown or erased, or if the session has ended. */
export async function callerFrom({ accountId, ver, session }: SignedIn, facts: Facts): Promise<Caller | undefined> {
  const account = await facts.account()
  if (account.status !== 'active' || account.ver !== ver) return undefined
  if (session && !(await facts.isOpen(session))) return undefined
  return { id: accountId, role: await facts.role() }
}
