import { onSessionRejected } from '../lib/api.ts'
import { leaveSession } from '../session/session-store.ts'

/**
 * Runs an act that ends the session by itself. Another call may be refused before its answer is there, such as that of the live
 * updates: meanwhile such a refusal does not lead to the sign-in (decisions C15).
 */
export async function whileSessionsEnd<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  onSessionRejected(() => {})
  try {
    return await act()
  } finally {
    onSessionRejected(leaveSession)
  }
}
