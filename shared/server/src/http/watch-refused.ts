import { MAX_LISTED } from '@shop/language/limits'
import { refusedReadModels } from '@shop/language/shop/refused-read-models'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { repeatedly } from '../repeatedly.ts'
import type { Check } from './health.ts'

const LOOK_EVERY_MS = 5_000

/**
 * A check that names the rebuilt read models that do not go live (ADR 55), and how to accept them. Looks again every five seconds until
 * `signal` aborts.
 */
export function watchRefused(
  readStore: Pick<ReadStore, 'find'>,
  signal: AbortSignal,
  everyMs = LOOK_EVERY_MS,
): () => Check {
  let check: Check = 'ok'

  async function look() {
    const { documents } = await readStore.find(refusedReadModels, { limit: MAX_LISTED })
    const names = documents.map(({ _id }) => _id).join(',')
    check = names
      ? `rebuilt read models differ from the former ones and do not go live: ${names}. To accept them, start with ACCEPT_READ_MODELS=${names}`
      : 'ok'
  }

  // While the read models are unavailable, the last known check stays.
  void repeatedly(() => look().catch(() => {}), everyMs, signal)
  return () => check
}
