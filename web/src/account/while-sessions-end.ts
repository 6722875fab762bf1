import { onSessionRejected } from '../lib/api.ts'
import { leaveSession } from '../session/session-store.ts'

/**
 * If the shop refuses other calls during `act`, such as live updates, the page does not redirect to the sign-in (decisions C15: expired
 * sessions).
 */
export async function whileSessionsEnd<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  onSessionRejected(() => {})
  try {
    return await act()
  } finally {
    onSessionRejected(leaveSession)
  }
}
