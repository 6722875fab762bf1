import { setTimeout as sleep } from 'node:timers/promises'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { HEAD_MESSAGE } from '@shop/stores/event-store/witnesses'
import { logFact } from '@shop/stores/logger/logger'

const HOUR_MS = 3_600_000

/**
 * Writes the head of the log into the operator's log at the start, at the end and every hour, but not the same head again. Keep the
 * operator's log on another machine. Then `npm run shop -- verify-log` shows whether an attacker has changed the log or cut off its end
 * (reliability R18).
 */
export async function witnessHead(log: EventReader, signal: AbortSignal, everyMs = HOUR_MS) {
  let logged: string | undefined
  for (;;) {
    const head = await log.chainHead()
    if (!head) return
    if (head.hash !== logged) logFact('info', HEAD_MESSAGE, head)
    logged = head.hash
    if (signal.aborted) return
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
}
