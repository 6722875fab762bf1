import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, clientId, orderFor, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
let token: string
beforeAll(async () => {
  paypal = await startForTests()
  token = await paypal.token()
})
afterAll(() => paypal.close())

const sdkCall = { headers: { Authorization: basic(clientId, '') } }
const act = (id: string, name: string) => paypal.post(`/v2/checkout/orders/${id}/${name}`, {}, { token })

describe('the SDK', () => {
  test('is one script, served for the configured client id', async () => {
    const { status, body, headers } = await paypal.get(`/sdk/js?client-id=${clientId}&currency=USD&intent=capture`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(() => new Function(body)).not.toThrow()
  })

  test.each(['', '?client-id=other', `?client-id=${clientId}&intent=authorize`, `?client-id=${clientId}&currency=usd`])(
    'is refused with the parameters "%s"',
    async (query) => {
      expect((await paypal.get(`/sdk/js${query}`)).status).toBe(400)
    },
  )

  test('creates, captures and reads an order without the secret', async () => {
    const created = await paypal.post('/sdk/orders', orderFor('42.50'), sdkCall)
    expect(created.body).toMatchObject({ status: 'CREATED', intent: 'CAPTURE' })
    const path = `/sdk/orders/${created.body.id}`
    expect((await paypal.post(`${path}/capture`, {}, sdkCall)).body.details[0].issue).toBe('ORDER_NOT_APPROVED')
    await act(created.body.id, 'approve')
    expect((await paypal.post(`${path}/capture`, {}, sdkCall)).body.status).toBe('COMPLETED')
    const seen = [
      await paypal.get(path, sdkCall),
      await paypal.get(`/v2/checkout/orders/${created.body.id}`, { token }),
    ]
    expect(seen[0]?.body).toEqual(seen[1]?.body)
  })

  test('refuses calls with another client id', async () => {
    const call = { headers: { Authorization: basic('other', '') } }
    expect((await paypal.post('/sdk/orders', orderFor('42.50'), call)).status).toBe(401)
    expect((await paypal.post('/sdk/orders/A/capture', {}, call)).status).toBe(401)
    expect((await paypal.get('/sdk/orders/A')).status).toBe(401)
  })

  test('cannot refund: a client id is no bearer token', async () => {
    expect((await paypal.post('/v2/payments/captures/A/refund', {}, sdkCall)).status).toBe(401)
  })
})

describe("the buyer's page", () => {
  const pageOf = (id: string) => paypal.get(`/checkoutnow?token=${id}`)
  const create = async (more = {}, context = {}) => {
    const order = { ...orderFor('1042.50', more), ...context }
    return (await paypal.post('/v2/checkout/orders', order, { token })).body.id as string
  }

  test('shows amount and payee, and that the payment is a test', async () => {
    const id = await create({ description: 'Two shirts' }, { application_context: { brand_name: 'Selvedge' } })
    const { status, body } = await pageOf(id)
    expect(status).toBe(200)
    for (const words of ['Test payments', 'Pay $1,042.50', 'Selvedge', 'Two shirts', 'Approve payment', id])
      expect(body).toContain(words)
  })

  test('shows the texts of an order as text, never as markup', async () => {
    const { body } = await pageOf(await create({ description: '<script>"\'&</script>' }))
    expect(body).toContain('&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;')
  })

  test('runs only its own script, and can be in a frame only on its own site', async () => {
    const { body, headers } = await pageOf(await create())
    const policy = headers.get('content-security-policy')
    expect(policy).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'",
    )
    expect(policy).toContain("frame-ancestors 'self'")
    expect(body).not.toMatch(/<style| style=| on\w+=|<script>/)
  })

  test('gets its style sheet and its font from the simulator itself', async () => {
    const { body: style } = await paypal.get('/checkoutnow.css')
    expect([...style.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address)).toEqual(['checkoutnow.woff2'])
    const { status, headers } = await paypal.get('/checkoutnow.woff2')
    expect([status, headers.get('content-type')]).toEqual([200, 'font/woff2'])
  })

  test('offers no second payment of a captured order', async () => {
    const id = await create()
    await act(id, 'approve')
    await act(id, 'capture')
    const { body } = await pageOf(id)
    expect(body).toContain('This payment is already complete')
    expect(body).not.toContain('Approve payment')
  })

  test('has no button that works before the script can handle a click', async () => {
    const [open, paid] = [await create(), await create()]
    await act(paid, 'approve')
    await act(paid, 'capture')
    for (const id of [open, paid, 'NOSUCHORDER']) {
      const buttons = (await pageOf(id)).body.match(/<button[^>]*>/g) as string[]
      expect(buttons.length).toBeGreaterThan(0)
      for (const button of buttons) expect(button).toMatch(/ disabled>$/)
    }
  })

  test('answers 404 for an unknown order', async () => {
    for (const id of ['NOSUCHORDER', '', '%00', '<b>']) {
      const { status, body } = await pageOf(id)
      expect([status, body.includes('This payment is not known')]).toEqual([404, true])
    }
  })

  test('accepts a decision without a body', async () => {
    const id = await create()
    expect((await paypal.send('POST', `/v2/checkout/orders/${id}/approve`, undefined, {})).body.status).toBe('APPROVED')
  })
})
