import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ParameterizedContext } from 'koa'
import { KNOWN_DEVICE_DAYS } from '../limits/sizes.ts'

const COOKIE = 'device'
/** Browsers accept a cookie with this prefix only from this host, and never over plain HTTP. */
const SECURE_COOKIE = `__Host-${COOKIE}`
const KEPT_MS = KNOWN_DEVICE_DAYS * 24 * 60 * 60 * 1000

/**
 * While strangers guess an account's password, the owner can still sign in from a browser with this cookie (decisions K3: fair limits). The
 * cookie gives no rights, and cannot be made without the shop's secret.
 */
export function createKnownDevices(secret: string) {
  const markOf = (device: string, emailKey: string) =>
    createHmac('sha256', secret).update(`device ${device} ${emailKey}`).digest('base64url').slice(0, 22)

  function deviceOf(ctx: ParameterizedContext, emailKey: string): string | undefined {
    const cookie = [SECURE_COOKIE, COOKIE].map((name) => ctx.cookies.get(name, { signed: false })).find(Boolean) ?? ''
    const [, device, mark] = /^([\w-]{22})\.([\w-]{22})$/.exec(cookie) ?? []
    if (!device || !mark) return undefined
    return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(device, emailKey))) ? device : undefined
  }

  return {
    deviceOf,

    remember(ctx: ParameterizedContext, emailKey: string) {
      const device = deviceOf(ctx, emailKey) ?? randomBytes(16).toString('base64url')
      const options = { httpOnly: true, sameSite: 'lax', maxAge: KEPT_MS, signed: false, secure: ctx.secure } as const
      ctx.cookies.set(ctx.secure ? SECURE_COOKIE : COOKIE, `${device}.${markOf(device, emailKey)}`, options)
    },
  }
}
