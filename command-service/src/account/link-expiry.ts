/** The shop does not mail a link that would expire sooner than this. */
const LEAST_LEFT_MS = 5 * 60 * 1000

/** The time at which a link expires if it was requested at `askedAt`. Undefined if the link would expire too soon to be useful. */
export function linkExpiry(askedAt: string, goodForMs: number, now: Date): Date | undefined {
  const expiresAt = new Date(Date.parse(askedAt) + goodForMs)
  return expiresAt.getTime() - now.getTime() < LEAST_LEFT_MS ? undefined : expiresAt
}
