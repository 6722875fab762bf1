import { onSessionRejected } from '../lib/api.ts'
import { leaveSession } from '../session/session-store.ts'

/**
 * Runs an act that ends the session. Meanwhile the shop can refuse other calls, such as live updates. Such a refusal does not redirect to
 * the sign-in (decisions C15: expired sessions).
 */
export async function whileSessionsEnd<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  onSessionRejected(() => {})
  try {
    return await act()
  } finally {
    onSessionRejected(leaveSession)
  }
}
