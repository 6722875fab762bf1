import type { SignedIn } from '@shop/language/account/caller'
import { SESSION_TTL_MS } from '@shop/language/account/session-events'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { LRUCache } from 'lru-cache'

const ISSUER = 'selvedge'
const AUDIENCE = 'selvedge-shop'
const SKEW_SECONDS = 30
const SHORT_TTL_MS = 60 * 60 * 1000

/** Signed tokens that expire (HS256 only, RFC 7519). */
export function createTokens(secret: string) {
  const key = new TextEncoder().encode(secret)
  const verified = new LRUCache<string, { signedIn: SignedIn; expiresAtMs: number }>({ max: 10_000 })

  return {
    sign({ accountId, ver, session }: SignedIn): Promise<string> {
      const nowSeconds = Math.floor(Date.now() / 1000)
      return new SignJWT({ ver, ...(session && { sid: session.id, since: session.since }) })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(accountId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + (session ? SESSION_TTL_MS : SHORT_TTL_MS) / 1000)
        .sign(key)
    },

    /** Returns undefined if the token is forged, changed or expired. */
    async verify(token: string): Promise<SignedIn | undefined> {
      const known = verified.get(token)
      if (known && known.expiresAtMs > Date.now()) return known.signedIn
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'exp'],
          clockTolerance: SKEW_SECONDS,
        })
        const signedIn = signedInBy(payload)
        if (signedIn) verified.set(token, { signedIn, expiresAtMs: ((payload.exp ?? 0) + SKEW_SECONDS) * 1000 })
        return signedIn
      } catch {
        return undefined
      }
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>

type Claims = Readonly<{ sub?: string; ver?: unknown; sid?: unknown; since?: unknown }>

function signedInBy({ sub, ver = 0, sid, since }: Claims): SignedIn | undefined {
  if (!sub || typeof ver !== 'number') return undefined
  if (sid === undefined) return { accountId: sub, ver }
  return typeof sid === 'string' && typeof since === 'number'
    ? { accountId: sub, ver, session: { id: sid, since } }
    : undefined
}
