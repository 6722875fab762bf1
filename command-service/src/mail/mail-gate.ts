import { type Mailer, MailNotTaken } from '@shop/stores/mailer/mailer'
import { createBreaker } from '../breaker.ts'

/** A worker handles several jobs at once. While a mail server does not answer, the other jobs can still handle purchases. */
const MOST_CONCURRENT = 2
const FAILURES_TO_STAY_AWAY = 3
const STAY_AWAY_MS = 30_000

export type MailGate = ReturnType<typeof createMailGate>

/**
 * Limits how a process uses the mailer. Two mails may be sent at once; for a further mail the function returns `busy`. After the server was
 * unreachable three times in a row, the function returns `away` for half a minute. In both cases it does not call `pass`.
 */
export function createMailGate(mailer: Mailer, now: () => number) {
  const breaker = createBreaker({ failuresToOpen: FAILURES_TO_STAY_AWAY, pauseMs: STAY_AWAY_MS, now })
  let running = 0

  const send: Mailer['send'] = async (mail) => {
    try {
      await mailer.send(mail)
      breaker.answered()
    } catch (error) {
      if (error instanceof MailNotTaken && error.isAnswer) breaker.answered()
      else breaker.failed()
      throw error
    }
  }

  return async <Result>(pass: (send: Mailer['send']) => Promise<Result>): Promise<Result | 'busy' | 'away'> => {
    if (running >= MOST_CONCURRENT) return 'busy'
    if (breaker.refuses()) return 'away'
    running++
    let wasSent = false
    try {
      return await pass((mail) => {
        wasSent = true
        return send(mail)
      })
    } finally {
      running--
      if (!wasSent) breaker.untried()
    }
  }
}
