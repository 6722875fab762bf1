import { setTimeout as sleep } from 'node:timers/promises'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { isOtherNumberOf } from './former-read-model.ts'

/** A read model keeps its former documents until it has served for this time (reliability R11). */
const KEPT_MS = 60_000
const LOOK_EVERY_MS = 5_000

/**
 * Drops the documents of other releases, which no erasure reaches any more (reliability R20), until `signal` aborts. `serving`: the
 * read models that are live here; none while the former release may still be needed.
 */
export async function dropFormer(
  serving: () => readonly Readonly<{ name: string }>[],
  readStore: Pick<ReadStore, 'dropFormer'>,
  signal: AbortSignal,
  keptMs = KEPT_MS,
) {
  const dropAtMs = new Map<string, number>()
  while (!signal.aborted) {
    const names = serving().map(({ name }) => name)
    for (const name of dropAtMs.keys()) if (!names.includes(name)) dropAtMs.delete(name)
    for (const name of names) if (!dropAtMs.has(name)) dropAtMs.set(name, performance.now() + keptMs)
    const due = names.filter((name) => dropAtMs.get(name)! <= performance.now())
    const isDue = (other: string) => due.some((name) => isOtherNumberOf(name, other))
    const isDone = due.length > 0 && (await readStore.dropFormer(isDue, signal).catch(failed))
    if (isDone) for (const name of due) dropAtMs.set(name, Number.POSITIVE_INFINITY)
    await sleep(Math.min(LOOK_EVERY_MS, keptMs), undefined, { signal }).catch(() => {})
  }

  function failed(error: unknown) {
    if (!signal.aborted) logFact('warn', 'Former read models could not be dropped yet', defect(error))
    return false
  }
}
