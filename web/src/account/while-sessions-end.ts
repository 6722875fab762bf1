import { ApiError, onSessionRejected } from '../lib/api.ts'
import { leaveSession } from '../session/session-store.ts'

export const isSessionOver = (error: unknown) => error instanceof ApiError && error.status === 401

/**
 * If the shop refuses other calls during `act`, such as live updates, the page does not redirect to the sign-in (decisions C15: expired
 * sessions). It does if `act` itself fails because the session is over.
 */
export async function whileSessionsEnd<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  onSessionRejected(() => {})
  try {
    return await act()
  } catch (error) {
    if (isSessionOver(error)) leaveSession()
    throw error
  } finally {
    onSessionRejected(leaveSession)
  }
}
