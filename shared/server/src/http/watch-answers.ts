import { within } from '@shop/stores/time-limit'
import { repeatedly } from '../repeatedly.ts'
import type { Check } from './health.ts'

const LOOK_EVERY_MS = 500
const ANSWERS_WITHIN_MS = 2_000

/** A check of whether a server answers. Asks twice a second until `signal` aborts, so that `/readyz` never waits for the server. */
export function watchAnswers(
  ask: () => Promise<unknown>,
  signal: AbortSignal,
  { everyMs = LOOK_EVERY_MS, withinMs = ANSWERS_WITHIN_MS } = {},
): () => Check {
  let check: Check = 'ok'

  async function look() {
    check = await within(withinMs, ask).then(
      () => 'ok',
      () => 'failing',
    )
  }

  void repeatedly(look, everyMs, signal)
  return () => check
}
