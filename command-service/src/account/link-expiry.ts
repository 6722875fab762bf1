/** A link with less time left is not mailed. */
const LEAST_LEFT_MS = 5 * 60 * 1000

/** When a link expires that was requested at `askedAt`. Undefined if it would expire too soon to be of use. */
export function linkExpiry(askedAt: string, goodForMs: number, now: Date): Date | undefined {
  const expiresAt = new Date(Date.parse(askedAt) + goodForMs)
  return expiresAt.getTime() - now.getTime() < LEAST_LEFT_MS ? undefined : expiresAt
}
