import { type Mailer, MailNotTaken } from '@shop/stores/mailer/mailer'

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
  const breaker = createBreaker(now)
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

/**
 * After several calls in a row without an answer, refuses every call. After a pause, allows one call as a test. Any answer shows that the
 * server works, even a refusal.
 */
function createBreaker(now: () => number) {
  let failures = 0
  let refusingUntilMs = 0

  return {
    /** Use this before each call. If the result is false, make the call or report `untried`. */
    refuses(): boolean {
      if (failures < FAILURES_TO_STAY_AWAY) return false
      if (now() < refusingUntilMs) return true
      refusingUntilMs = now() + STAY_AWAY_MS
      return false
    },
    /** The allowed call was not made, so the next call may be the test. */
    untried() {
      refusingUntilMs = 0
    },
    answered() {
      failures = 0
    },
    failed() {
      failures++
      refusingUntilMs = now() + STAY_AWAY_MS
    },
  }
}
