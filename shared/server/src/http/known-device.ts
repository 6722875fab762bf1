import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ParameterizedContext } from 'koa'
import { KNOWN_DEVICE_DAYS } from '../limits/sizes.ts'
import { createHostCookie } from './host-cookie.ts'

const deviceCookie = createHostCookie('device', KNOWN_DEVICE_DAYS * 24 * 60 * 60 * 1000)

/**
 * While strangers guess an account's password, the owner can still sign in from a browser with this cookie (decisions K3: fair limits). The
 * cookie gives no rights, and cannot be made without the shop's secret.
 */
export function createKnownDevices(secret: string) {
  const markOf = (device: string, emailKey: string) =>
    createHmac('sha256', secret).update(`device ${device} ${emailKey}`).digest('base64url').slice(0, 22)

  function deviceOf(ctx: ParameterizedContext, emailKey: string): string | undefined {
    const [, device, mark] = /^([\w-]{22})\.([\w-]{22})$/.exec(deviceCookie.of(ctx) ?? '') ?? []
    if (!device || !mark) return undefined
    return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(device, emailKey))) ? device : undefined
  }

  return {
    deviceOf,

    remember(ctx: ParameterizedContext, emailKey: string) {
      const device = deviceOf(ctx, emailKey) ?? randomBytes(16).toString('base64url')
      deviceCookie.set(ctx, `${device}.${markOf(device, emailKey)}`)
    },
  }
}
