/** A mail that comes with less left is of no use. */
const LEAST_LEFT_MS = 5 * 60 * 1000

/** Until when a link is good that was asked for then; undefined once too little of that is left. */
export function linkExpiry(askedAt: string, goodForMs: number, now: Date): Date | undefined {
  const expiresAt = new Date(Date.parse(askedAt) + goodForMs)
  return expiresAt.getTime() - now.getTime() < LEAST_LEFT_MS ? undefined : expiresAt
}
