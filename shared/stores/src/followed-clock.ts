import { type Clock, systemClock } from './steady-clock.ts'

/** Smaller differences are ignored, because clocks drift apart by this much before they are corrected. */
const TOLERANCE_MS = 5_000

/** A process's clock. It only moves forwards, and is never far behind the machine's clock. */
export type FollowedClock = Readonly<{
  /** The time in ms since 1970. */
  now: () => number
  /**
   * The clock without the jumps that it has made since a moment. Use this time for a period that began at that moment. For example, when
   * the machine sleeps for an hour, or its clock is set forwards by an hour, a hold still keeps its full time (reliability R21).
   */
  lasting: (sinceMs: number) => number
  /**
   * Compares the clocks, and follows the machine's clock if it is ahead. Does not follow a clock that was set back, because time would run
   * backwards. Returns by how many ms the machine's clock was ahead (negative: behind); 0 if the two agree.
   */
  compare: () => number
}>

export function followedClock({ wallMs, monotonicMs }: Clock = systemClock): FollowedClock {
  let beganMs = wallMs() - monotonicMs()
  const jumps: Readonly<{ atMs: number; byMs: number }>[] = []
  const now = () => Math.floor(beganMs + monotonicMs())

  return {
    now,
    lasting: (sinceMs) => jumps.reduce((ms, { atMs, byMs }) => (atMs >= sinceMs ? ms - byMs : ms), now()),
    compare() {
      const atMs = now()
      const byMs = wallMs() - atMs
      if (Math.abs(byMs) < TOLERANCE_MS) return 0
      if (byMs > 0) {
        jumps.push({ atMs, byMs })
        beganMs += byMs
      }
      return byMs
    },
  }
}
