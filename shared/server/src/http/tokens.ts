import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'

const ISSUER = 'selvedge'
const AUDIENCE = 'selvedge-shop'
const LIFETIME = '7d'
const SKEW_SECONDS = 30

/** Signed, expiring tokens (HS256 only, RFC 7519). They name the account, never its permissions. */
export function createTokens(secret: string) {
  const key = new TextEncoder().encode(secret)
  const verified = new LRUCache<string, { accountId: string; expiresAtMs: number }>({ max: 10_000 })

  return {
    sign: (accountId: string): Promise<string> =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(accountId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(LIFETIME)
        .sign(key),

    /** The account a token names, or undefined for one that is forged, changed or expired. */
    async verify(token: string): Promise<string | undefined> {
      const known = verified.get(token)
      if (known && known.expiresAtMs > Date.now()) return known.accountId
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'exp'],
          clockTolerance: SKEW_SECONDS,
        })
        const accountId = payload.sub
        if (accountId) verified.set(token, { accountId, expiresAtMs: ((payload.exp ?? 0) + SKEW_SECONDS) * 1000 })
        return accountId
      } catch {
        return undefined
      }
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>
