/** A link that would expire sooner is not mailed. */
const LEAST_LEFT_MS = 5 * 60 * 1000

export function linkExpiry(askedAt: string, goodForMs: number, now: Date): Date | undefined {
  const expiresAt = new Date(Date.parse(askedAt) + goodForMs)
  return expiresAt.getTime() - now.getTime() < LEAST_LEFT_MS ? undefined : expiresAt
}
