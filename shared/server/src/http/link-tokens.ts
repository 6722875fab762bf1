import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'

const ISSUER = 'selvedge'

/** A token for one purpose is invalid for all other purposes. */
export type LinkUse = 'reset-password' | 'confirm-email' | 'confirm-newsletter' | 'leave-newsletter'

/**
 * `ver`: the account's `ver` or `resets`, or the newsletter's `round`, when the link was made. `emailKey`: the key of the e-mail address
 * that the mail went to.
 */
export type Linked = Readonly<{ personId: string; ver: number; emailKey: string }>

/**
 * Signed tokens for links in mails (HS256 only, RFC 7519). The same facts give the same token, so a repeated mail is identical. `verify`
 * does not check whether `ver` and `emailKey` are still current.
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

    /** Undefined if the token is forged, changed or expired, or was made for another purpose. */
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
