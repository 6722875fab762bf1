import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { adminAt, listProduct, uploadAs } from '../support/people.ts'
import { PARTNER, startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let anonymous: ShopCaller
let png: Buffer
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off', CORS_ORIGINS: PARTNER })
  anonymous = callerAt(shop.url)
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
afterAll(() => shop.close())

const upload = (picture: Buffer, how?: Parameters<typeof uploadAs>[2]) => uploadAs(anonymous, picture, how)

test('a picture is served at once with nosniff and a sandbox, and is kept when a product refers to it', async () => {
  const { status, body } = await upload(Buffer.concat([png, Buffer.from('<script>canary</script>')]))
  expect([status, body]).toEqual([
    200,
    { url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-1200\.webp$/), imageUrl: body.url },
  ])
  const shown = await anonymous.get(body.url)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(shown.body).not.toContain('canary')
  const images = [{ url: body.url, altText: '' }]
  expect(await listProduct(await adminAt(shop.url), { images })).toMatchObject({ images })
  expect((await anonymous.get(body.url)).headers.get('cache-control')).toContain('immutable')
})

test('a file that is not a picture, or is too large, is refused', async () => {
  expect((await upload(Buffer.from('<svg><script>1</script></svg>'), { name: 'a.svg' })).status).toBe(415)
  // The file is only one byte too large. If it were much larger, the caller would still be sending when the shop closes the connection.
  expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await upload(Buffer.alloc(0))).status).toBe(400)
})

describe('a page of another origin', () => {
  test('can upload if its origin is allowed, and is refused otherwise', async () => {
    const partner = await upload(png, { headers: { origin: PARTNER, 'sec-fetch-site': 'cross-site' } })
    expect([partner.status, partner.headers.get('access-control-allow-origin')]).toEqual([200, PARTNER])
    for (const origin of ['https://evil.test', `${PARTNER}.evil.test`, 'null'])
      expect((await upload(png, { headers: { origin } })).status).toBe(403)
  })

  test('H03: is allowed only if its exact origin is listed', async () => {
    const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }
    const allowed = async (origin: string) => {
      const { headers } = await anonymous.send('OPTIONS', '/api/cart', { headers: { origin, ...preflight } })
      return headers.get('access-control-allow-origin')
    }
    expect(await allowed(PARTNER)).toBe(PARTNER)
    for (const origin of ['null', 'https://evil.test', `${PARTNER}.evil.test`, 'http://partner.test'])
      expect(await allowed(origin)).toBeNull()
  })

  test('can read the reason for a refusal', async () => {
    const refused = await anonymous.get('/api/orders/my-orders', { headers: { origin: PARTNER } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, PARTNER])
  })
})
