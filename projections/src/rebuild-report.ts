import type { Position } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { logFact } from '@shop/stores/logger/logger'

const EVERY_MS = 5_000

/** Logs every few seconds how much of the log a rebuild has read, and when it will reach the end. */
export function reportRebuild(projections: readonly string[], log: EventReader, everyMs = EVERY_MS) {
  let first: { atMs: number; read: number } | undefined
  let reportedAtMs = performance.now()

  return {
    async readUpTo(position: Position) {
      const nowMs = performance.now()
      if (first && nowMs - reportedAtMs < everyMs) return
      const { read, all, unit } = await log.extent(position)
      first ??= { atMs: nowMs, read }
      if (nowMs - reportedAtMs < everyMs) return
      reportedAtMs = nowMs
      const perMs = (read - first.read) / (nowMs - first.atMs)
      logFact('info', 'Read models are being built', {
        projections,
        read,
        of: all,
        unit,
        ...(perMs > 0 && { readBy: new Date(Date.now() + (all - read) / perMs).toISOString() }),
      })
    },

    /** Call this when all documents of a projection are built, before their indexes are made. */
    goesLive(projection: string) {
      if (!first || performance.now() - first.atMs < everyMs) return
      logFact('info', 'A read model has been built, its indexes are being made', { projection })
    },
  }
}
