import { jwtVerify, SignJWT } from 'jose'

const ISSUER = 'selvedge'

/** What a link in a mail is for: a token of one opens nothing else. */
export type LinkUse = 'reset-password' | 'confirm-email' | 'confirm-newsletter' | 'leave-newsletter'

/**
 * What a link's token says: whom it is about, whose account or newsletter was at `ver` then, and which e-mail address it went to, by its
 * key.
 */
export type Linked = Readonly<{ personId: string; ver: number; emailKey: string }>

/**
 * Signed tokens for links in mails, which nobody keeps (HS256 only, RFC 7519). The same facts give the same token, so that a mail that is
 * repeated is the same mail. What a token opens has to end by itself: `ver` is another one after a change of password.
 */
export function createLinkTokens(secret: string, now: () => Date) {
  const key = new TextEncoder().encode(secret)
  const audienceOf = (use: LinkUse) => `${ISSUER}-${use}`

  return {
    sign: (use: LinkUse, { personId, ver, emailKey }: Linked, expiresAt: Date): Promise<string> =>
      new SignJWT({ ver, key: emailKey })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(personId)
        .setIssuer(ISSUER)
        .setAudience(audienceOf(use))
        .setExpirationTime(expiresAt)
        .sign(key),

    /** Undefined for one that is forged, changed, expired, or for another use. */
    async verify(use: LinkUse, token: string): Promise<Linked | undefined> {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: audienceOf(use),
          requiredClaims: ['sub', 'exp'],
          currentDate: now(),
        })
        const { sub, ver, key: emailKey } = payload
        return sub && typeof ver === 'number' && typeof emailKey === 'string'
          ? { personId: sub, ver, emailKey }
          : undefined
      } catch {
        return undefined
      }
    },
  }
}
export type LinkTokens = ReturnType<typeof createLinkTokens>
