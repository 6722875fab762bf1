import { type Mailer, MailNotTaken } from '@shop/stores/mailer/mailer'
import { createBreaker } from '../breaker.ts'

/** At most two jobs of a worker wait for a mail server that does not answer, so that the worker's other jobs continue. */
const MOST_CONCURRENT = 2
const FAILURES_TO_STAY_AWAY = 3
const STAY_AWAY_MS = 30_000

export type MailGate = ReturnType<typeof createMailGate>

/**
 * The returned function calls `pass`, which sends a mail. While two mails are being sent, the function returns `busy` and does not call
 * `pass`. After the mail server was unreachable three times in a row, the function returns `away` for half a minute.
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
