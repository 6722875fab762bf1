import { type Clock, systemClock } from './steady-clock.ts'

/** Less is not followed: two clocks drift apart by so much before they are set right. */
const TOLERANCE_MS = 5_000

/** The clock of a process, which only passes, and is never long behind the machine's. */
export type FollowedClock = Readonly<{
  /** The time in ms since 1970. */
  now: () => number
  /**
   * The same without the jumps since a moment: what began then, and lasts for a while, is over by this clock. So an hour that the
   * machine slept, or that its clock was set forwards, takes no hour from a hold (reliability R21).
   */
  lasting: (sinceMs: number) => number
  /**
   * Compares the clocks, and follows the machine's where that is ahead. One that was set back is not followed, since time would run back.
   * Returns by how many ms the machine's was ahead, 0 where they agree.
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
