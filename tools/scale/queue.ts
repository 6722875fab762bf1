/**
 * The queue M/M/c: arrivals at random, one line, `servers` that serve whoever has waited longest, each for a time of
 * its own around `serviceMs`. Why this one: it needs nothing but the mean service time, which is what processor time per
 * request gives, and errs towards too many machines where service is more even than that, as most of ours is. What is
 * uneven (a password among cart lines) is a station of its own instead.
 *
 * Formulas: D. Gross, J. F. Shortle, J. M. Thompson, C. M. Harris, Fundamentals of Queueing Theory, 4th edition, 2008,
 * chapter 2.3 (M/M/c) and 2.4 (Erlang's C); Erlang's B by its recursion, which does not overflow.
 */
export type Queue = Readonly<{ arrivalsPerS: number; serviceMs: number; servers: number }>

/** Share of the servers' time that is in use. At 1 or above the queue grows without end. */
export const utilisation = ({ arrivalsPerS, serviceMs, servers }: Queue) => (arrivalsPerS * serviceMs) / 1000 / servers

/** The chance that an arrival finds all servers busy (Erlang's C). */
export function chanceToWait(queue: Queue): number {
  const load = utilisation(queue) * queue.servers
  if (load >= queue.servers) return 1
  let blocked = 1
  for (let n = 1; n <= queue.servers; n++) blocked = (load * blocked) / (n + load * blocked)
  return blocked / (1 - utilisation(queue) * (1 - blocked))
}

/** Mean time from arrival to answer. Infinite when there is more work than time. */
export function meanMs(queue: Queue): number {
  if (utilisation(queue) >= 1) return Number.POSITIVE_INFINITY
  return queue.serviceMs + (chanceToWait(queue) * queue.serviceMs) / (queue.servers * (1 - utilisation(queue)))
}

/** The time within which this share of all requests is answered. */
export function quantileMs(queue: Queue, share: number): number {
  if (utilisation(queue) >= 1) return Number.POSITIVE_INFINITY
  let [low, high] = [0, queue.serviceMs]
  while (chanceOfLater(queue, high) > 1 - share) high *= 2
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2
    if (chanceOfLater(queue, middle) > 1 - share) low = middle
    else high = middle
  }
  return high
}

/** The chance that an answer takes longer than this, service included. */
function chanceOfLater(queue: Queue, ms: number): number {
  const { serviceMs, servers } = queue
  const services = ms / serviceMs
  const free = servers - 1 - utilisation(queue) * servers
  const waits = chanceToWait(queue)
  if (Math.abs(free) < 1e-9) return Math.exp(-services) * (1 + waits * services)
  return Math.exp(-services) + (waits * (Math.exp(-services) - Math.exp(-services * (1 + free)))) / free
}
