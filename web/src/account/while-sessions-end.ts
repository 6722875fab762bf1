import { onSessionRejected } from '../lib/api.ts'
import { leaveSession } from '../session/session-store.ts'

/**
 * Runs an act that ends the session. Before the act is answered, the shop may refuse another call, such as the call for live updates.
 * During the act, such a refusal does not redirect to the sign-in (decisions C15).
 */
export async function whileSessionsEnd<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  onSessionRejected(() => {})
  try {
    return await act()
  } finally {
    onSessionRejected(leaveSession)
  }
}
