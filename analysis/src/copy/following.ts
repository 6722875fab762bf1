import { type EventReader, LogWentBack } from '@shop/stores/event-store/event-store'
import { joinedAbort } from '@shop/stores/joined-abort'
import { Damaged } from './damaged.ts'
import { followLog, OtherLog } from './follow-log.ts'
import type { Kept } from './kept-contents.ts'

type Options = Readonly<{
  store: EventReader
  kept: Kept
  copied: Parameters<typeof followLog>[2]
  /** Rejects when the copy cannot continue. */
  failed: Promise<never>
}>
type OnReached = Parameters<typeof followLog>[4]

/** Rebuilds the copy if it is damaged or was made from another log, or if the log went back. */
export function createFollowing({ store, kept, copied, failed }: Options) {
  let hasCaughtUp = false

  async function followOnce(signal: AbortSignal, onReached: OnReached) {
    const ending = new AbortController()
    using until = joinedAbort(signal, ending.signal)
    const following = followLog(store, kept.contents(), copied, until.signal, onReached)
    try {
      await Promise.race([following, failed, kept.damage()])
    } catch (error) {
      if (!(error instanceof OtherLog || error instanceof LogWentBack || error instanceof Damaged)) throw error
      ending.abort()
      await following.catch(() => {})
      hasCaughtUp = false
      await kept.startEmpty(error)
    }
  }

  return {
    /** Whether the copy has caught up since it was opened or rebuilt. */
    hasCaughtUp: () => hasCaughtUp,
    async run(signal: AbortSignal, onReached: OnReached) {
      const stop = () => void kept.contents().stop()
      signal.addEventListener('abort', stop)
      try {
        while (!signal.aborted)
          await followOnce(signal, (now, events, rows) => {
            if (now.caughtUp && !hasCaughtUp) {
              kept.contents().caughtUp()
              void kept.rebuilt()
            }
            hasCaughtUp ||= now.caughtUp
            onReached(now, events, rows)
          })
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
}
