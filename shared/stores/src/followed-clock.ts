export interface Clock {
  /** The time of day, in ms since 1970. It may be set forwards and back. */
  wallMs(): number
  /** In ms since some moment. It only moves forwards. */
  monotonicMs(): number
}

export const systemClock: Clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }

/** A smaller difference is drift, not a jump of the machine's clock. */
const TOLERANCE_MS = 5_000

/** A process's clock, which never moves backwards. */
export type FollowedClock = Readonly<{
  /** In ms since 1970. */
  now: () => number
  /**
   * The present time, without the clock's jumps since `sinceMs`. So a hold that began at `sinceMs` keeps its full time even if the machine
   * sleeps (reliability R21).
   */
  lasting: (sinceMs: number) => number
  /**
   * Follows the machine's clock if it is ahead, but not if it was set back. Returns by how many ms the machine's clock was ahead
   * (negative: behind); 0 if the clocks agree.
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

/** Returns a clock in ms since 1970. Setting the wall clock does not change the returned clock (reliability R21). */
export const steadyClock = (clock?: Clock): (() => number) => followedClock(clock).now
