import { createHmac } from 'node:crypto'
import { type Answer, callerAt, type ShopCaller, strongGuestId } from './caller.ts'
import { approvedPayment, type Customer, checkoutOf, lineOf, PASSWORD, pay, startCheckout } from './people.ts'

export type Scene = {
  url: string
  anybody: ShopCaller
  guest: ShopCaller
  alice: Customer
  bob: Customer
  root: ShopCaller
  product: { _id: string; name: string; price: number; sku: string }
  /** Ten pieces, nobody holds any. */
  scarce: { _id: string; name: string; price: number }
}

export type Attack = {
  id: string
  what: string
  send: (scene: Scene) => Promise<Answer>
  status: number | readonly number[]
  code?: string
  /** Longest it may take: a bound that a defect breaks by far and a busy machine does not. */
  withinMs?: number
  check?: (answer: Answer, scene: Scene) => Promise<void> | void
}

const SOON_MS = 2000

const login =
  (body: unknown, headers = {}) =>
  (scene: Scene) =>
    scene.anybody.post('/api/users/login', body, { headers })
const rawLogin =
  (raw: string, type = 'application/json') =>
  (scene: Scene) =>
    scene.anybody.send('POST', '/api/users/login', { raw, headers: { 'content-type': type } })
const register = (changes: Record<string, unknown>) => (scene: Scene) =>
  scene.anybody.post('/api/users/register', {
    name: 'Mallory',
    email: `${crypto.randomUUID()}@x.test`,
    password: PASSWORD,
    ...changes,
  })
const list = (query: string) => (scene: Scene) => scene.anybody.get(`/api/products?${query}`)
const toCart = (changes: Record<string, unknown>) => (scene: Scene) =>
  scene.guest.post('/api/cart', { ...lineOf(scene.product), guestId: scene.guest.guestId, ...changes })
const checkout = (changes: (body: ReturnType<typeof checkoutOf>) => unknown) => (scene: Scene) =>
  scene.alice.post('/api/checkout', changes(checkoutOf(scene.product)))

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function forged(subject: string, secret: string, claims = {}) {
  const now = Math.floor(Date.now() / 1000)
  const payload = { sub: subject, iss: 'selvedge', aud: 'selvedge-shop', iat: now, exp: now + 3600, ...claims }
  const unsigned = `${base64url({ alg: 'HS256' })}.${base64url(payload)}`
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}
const withToken = (scene: Scene, token: string) => callerAt(scene.url, { token })
const promoted = (token = '') => {
  const [header, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return `${header}.${base64url({ ...claims, role: 'admin', sub: 'somebody-else' })}.${signature}`
}

export const loginAttacks: readonly Attack[] = [
  {
    id: 'L01',
    what: 'operators for texts',
    send: login({ email: { $ne: null }, password: { $ne: null } }),
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  { id: 'L03', what: 'a list for a text', send: login({ email: ['alice@x.test'], password: 'x' }), status: 400 },
  {
    id: 'L05',
    what: 'an unknown address',
    send: login({ email: 'nobody@x.test', password: PASSWORD }),
    status: 401,
    code: 'BAD_CREDENTIALS',
  },
  {
    id: 'L07',
    what: 'a password of a mebibyte',
    send: login({ email: 'a@x.test', password: 'x'.repeat(2 ** 20) }),
    status: 413,
    code: 'TOO_LARGE',
    withinMs: SOON_MS,
  },
  {
    id: 'L09',
    what: 'JSON that calls itself text',
    send: rawLogin('{"email":"a@x.test","password":"x"}', 'text/plain'),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    id: 'L11',
    what: 'a body cut off',
    send: rawLogin('{"email":"a@x.test","password":'),
    status: 400,
    code: 'MALFORMED_JSON',
  },
  {
    id: 'L13',
    what: '20,000 nested lists',
    send: rawLogin(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    status: 400,
    withinMs: SOON_MS,
  },
  {
    id: 'L15',
    what: 'secrets in the address',
    send: (scene) => scene.anybody.get('/api/users/login?email=a&password=b'),
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    check: ({ headers }) => assertThat(headers.get('allow')?.includes('POST'), 'Allow names POST'),
  },
  { id: 'H09', what: 'UTF-16', send: rawLogin('{}', 'application/json; charset=utf-16'), status: 415 },
  {
    id: 'H09b',
    what: 'bytes that are no UTF-8',
    send: (scene) =>
      scene.anybody.send('POST', '/api/users/login', {
        raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
        headers: { 'content-type': 'application/json' },
      }),
    status: 400,
  },
]

export const registerAttacks: readonly Attack[] = [
  {
    id: 'G02',
    what: 'fields that are not theirs',
    send: register({ _id: 'me', isAdmin: true, role: 'admin', ver: 99 }),
    status: 201,
    check: ({ body }) => {
      assertThat(body.user.role === 'customer', 'a customer')
      assertThat(body.user._id !== 'me', 'an id of ours')
    },
  },
  {
    id: 'G04',
    what: 'a polluted prototype',
    send: register({ constructor: { prototype: { polluted: 1 } } }),
    status: [201, 400],
    check: () => assertThat(({} as { polluted?: number }).polluted === undefined, 'nothing polluted'),
  },
  {
    id: 'G06',
    what: 'an address that is taken, in capitals and spaces',
    send: (scene) => register({ email: ` ${scene.alice.email.toUpperCase()} ` })(scene),
    status: 400,
    code: 'VALIDATION_FAILED',
    check: ({ body }) => assertThat(body.message === 'User already exists', body.message),
  },
  {
    id: 'G08',
    what: 'a short password',
    send: register({ password: '1234567' }),
    status: 400,
    check: ({ body }) =>
      assertThat(
        body.fields?.some((field: { path: string }) => field.path === 'password'),
        'the field is named',
      ),
  },
  {
    id: 'G08b',
    what: 'a common password',
    send: register({ password: 'password1' }),
    status: 400,
    check: ({ body }) =>
      assertThat(
        body.fields?.some((field: { path: string }) => field.path === 'password'),
        'the field is named',
      ),
  },
  {
    id: 'G10',
    what: 'markup for a name',
    send: register({ name: '<img src=x onerror=alert(1)>' }),
    status: 201,
    check: ({ body }) => assertThat(body.user.name === '<img src=x onerror=alert(1)>', 'kept as text'),
  },
  { id: 'G12', what: 'no name', send: register({ name: '' }), status: 400 },
  { id: 'G12b', what: 'a name of 10,000 letters', send: register({ name: 'a'.repeat(10_000) }), status: 400 },
  { id: 'G12c', what: 'a number for a name', send: register({ name: 5 }), status: 400 },
]

export const tokenAttacks: readonly Attack[] = [
  {
    id: 'T02',
    what: 'a token signed with "secret"',
    send: (scene) => withToken(scene, forged(scene.alice.id, 'secret')).get('/api/admin/users'),
    status: 401,
  },
  {
    id: 'T02b',
    what: 'a token signed with nothing',
    send: (scene) => withToken(scene, forged(scene.alice.id, ' ')).get('/api/admin/users'),
    status: 401,
  },
  {
    id: 'T04',
    what: 'a payload changed behind its signature',
    send: (scene) => withToken(scene, promoted(scene.alice.token)).get('/api/admin/users'),
    status: 401,
  },
  {
    id: 'T10',
    what: 'two spaces after Bearer',
    send: (scene) =>
      scene.anybody.get('/api/orders/my-orders', { headers: { authorization: `Bearer  ${scene.alice.token}` } }),
    status: 401,
  },
  {
    id: 'T10b',
    what: 'Basic',
    send: (scene) => scene.anybody.get('/api/orders/my-orders', { headers: { authorization: 'Basic YTpi' } }),
    status: 401,
  },
  {
    id: 'T12',
    what: 'a stale token on a public page',
    send: (scene) => withToken(scene, 'a.b.c').get('/api/products'),
    status: 200,
  },
]

export const cartAttacks: readonly Attack[] = [
  {
    id: 'C01',
    what: 'an operator for a guest id',
    send: (scene) => scene.anybody.get('/api/cart?guestId[$ne]=x'),
    status: 400,
  },
  {
    id: 'C03',
    what: "somebody's user id alone",
    send: (scene) => scene.anybody.get(`/api/cart?userId=${scene.alice.id}`),
    status: 401,
  },
  {
    id: 'C05',
    what: "another's user id",
    send: (scene) => scene.bob.post('/api/cart', { ...lineOf(scene.product), userId: scene.alice.id }),
    status: 403,
  },
  ...[-5, 0, 1.5, '2', 99_999, null].map(
    (quantity, index): Attack => ({
      id: `C07.${index}`,
      what: `quantity ${quantity}`,
      send: toCart({ quantity }),
      status: 400,
    }),
  ),
  {
    id: 'C07.1e309',
    what: 'quantity 1e309',
    send: (scene) =>
      scene.guest.send('POST', '/api/cart', {
        raw: JSON.stringify({ ...lineOf(scene.product), guestId: scene.guest.guestId, quantity: '§' }).replace(
          '"§"',
          '1e309',
        ),
        headers: { 'content-type': 'application/json' },
      }),
    status: 400,
  },
  {
    id: 'C09',
    what: 'PUT of a negative quantity',
    send: (scene) =>
      scene.guest.put('/api/cart', { ...lineOf(scene.product), guestId: scene.guest.guestId, quantity: -1 }),
    status: 400,
  },
  { id: 'C11', what: 'an unknown product', send: toCart({ productId: 'nothing' }), status: 404 },
  { id: 'C11b', what: 'a size that is not made', send: toCart({ size: 'XXXL' }), status: 400 },
  { id: 'C11c', what: 'a colour that is not made', send: toCart({ color: 'Plaid' }), status: 400 },
  {
    id: 'C17',
    what: 'an operator for the cart to merge',
    send: (scene) => scene.alice.post('/api/cart/merge', { guestId: { $gt: '' } }),
    status: 400,
  },
  { id: 'C17b', what: 'a merge of nothing', send: (scene) => scene.alice.post('/api/cart/merge', {}), status: 400 },
  {
    id: 'C17c',
    what: 'a guest id of 5,000 letters',
    send: (scene) => scene.alice.post('/api/cart/merge', { guestId: 'x'.repeat(5000) }),
    status: 400,
  },
  {
    id: 'S2',
    what: 'more than there is',
    send: async (scene) => scene.guest.post('/api/cart', { ...lineOf(scene.scarce, 11), guestId: strongGuestId() }),
    status: 409,
    code: 'OUT_OF_STOCK',
    check: ({ body }) => assertThat(body.left === 10, 'says how many are left'),
  },
]

export const productAttacks: readonly Attack[] = [
  {
    id: 'P01',
    what: 'a pattern of 5,000 letters',
    send: list(`search=${encodeURIComponent(`(a+)+$${'a'.repeat(4000)}`)}`),
    status: 400,
  },
  {
    id: 'P01b',
    what: 'a pattern',
    send: list(`search=${encodeURIComponent('(a+)+$')}`),
    status: 200,
    withinMs: SOON_MS,
  },
  { id: 'P03', what: 'an operator for a filter', send: list('category[$ne]=x'), status: 400 },
  { id: 'P05', what: 'a price of 1e400', send: list('minPrice=1e400'), status: 400 },
  { id: 'P07', what: '10,000 commas', send: list(`size=${'S,'.repeat(2000)}`), status: [400, 414], withinMs: SOON_MS },
  {
    id: 'P09',
    what: 'a nested prototype',
    send: list('a[__proto__][x]=1&a[length]=100000000'),
    status: [200, 400],
    withinMs: SOON_MS,
  },
  { id: 'P11', what: 'a broken escape', send: (scene) => scene.anybody.get('/api/products/%E0%A4%A'), status: 400 },
  {
    id: 'P13',
    what: 'SQL',
    send: list(`search=${encodeURIComponent("';DROP TABLE events--")}`),
    status: 200,
    check: ({ body }) => assertThat(body.length === 0, 'finds nothing'),
  },
  {
    id: 'P15',
    what: 'a delete by nobody',
    send: (scene) => scene.anybody.delete(`/api/products/${scene.product._id}`),
    status: 401,
  },
  {
    id: 'P17',
    what: 'markup in a product',
    send: (scene) =>
      scene.root.post('/api/admin/products', {
        name: '<svg onload=alert(1)>',
        description: '<script>alert(1)</script>',
        price: 1,
      }),
    status: 201,
    check: ({ body }) => assertThat(body.name === '<svg onload=alert(1)>', 'kept as text'),
  },
  {
    id: 'P19',
    what: 'an SKU that is taken',
    send: async (scene) => {
      const { body } = await scene.root.post('/api/admin/products', { name: 'Second', price: 1 })
      return scene.root.put(`/api/admin/products/${body._id}`, { _id: 'other', sku: scene.product.sku })
    },
    status: [400, 409],
  },
  {
    id: 'P9',
    what: 'a picture by script',
    send: (scene) =>
      scene.root.post('/api/admin/products', { name: 'X', price: 1, images: [{ url: 'javascript:alert(1)' }] }),
    status: 400,
  },
  {
    id: 'A11',
    what: 'another spelling of an admin path',
    send: (scene) => scene.alice.get('/api/Admin/users'),
    status: [403, 404],
  },
  { id: 'A11b', what: 'a doubled slash', send: (scene) => scene.alice.get('/api//admin/users'), status: [403, 404] },
  { id: 'A11c', what: 'a slash at the end', send: (scene) => scene.alice.get('/api/admin/users/'), status: [403, 404] },
  { id: 'A11d', what: 'an escaped letter', send: (scene) => scene.alice.get('/api/admin/%75sers'), status: [403, 404] },
  {
    id: 'H11',
    what: 'a path of nobody',
    send: (scene) => scene.anybody.get('/api/nope'),
    status: 404,
    code: 'NOT_FOUND',
    check: ({ headers }) => assertThat(!headers.get('x-powered-by'), 'names no framework'),
  },
]

const paidWith = async (scene: Scene, details: unknown, status: unknown = 'paid') => {
  const { _id } = await startCheckout(scene.alice, scene.product)
  return scene.alice.put('/api/checkout/pay', { checkoutId: _id, paymentStatus: status, paymentDetails: details })
}

export const checkoutAttacks: readonly Attack[] = [
  {
    id: 'K02',
    what: 'a price of a cent, and a total to match',
    send: checkout((body) => ({
      ...body,
      checkoutItems: [{ ...body.checkoutItems[0], price: 0.01 }],
      totalPrice: 0.01,
    })),
    status: 409,
    code: 'PRICE_CHANGED',
    check: ({ body }, { product }) =>
      assertThat(body.total === product.price && body.lines.length === 1, 'tells the true total and the lines'),
  },
  {
    id: 'K02b',
    what: 'a wrong total alone',
    send: checkout((body) => ({ ...body, totalPrice: 1 })),
    status: 409,
    code: 'PRICE_CHANGED',
  },
  {
    id: 'K04',
    what: 'eleven of ten',
    send: (scene) => scene.alice.post('/api/checkout', checkoutOf(scene.scarce, 11)),
    status: 409,
    code: 'OUT_OF_STOCK',
  },
  {
    id: 'K04b',
    what: 'eleven of ten in two lines',
    send: (scene) => {
      const one = checkoutOf(scene.scarce, 6)
      const two = { ...checkoutOf(scene.scarce, 5).checkoutItems[0], size: 'S' }
      return scene.alice.post('/api/checkout', {
        ...one,
        checkoutItems: [...one.checkoutItems, two],
        totalPrice: scene.scarce.price * 11,
      })
    },
    status: 409,
    code: 'OUT_OF_STOCK',
  },
  {
    id: 'K00',
    what: 'an empty checkout',
    send: checkout((body) => ({ ...body, checkoutItems: [], totalPrice: 0 })),
    status: 400,
  },
  {
    id: 'K06',
    what: 'fields that are not theirs',
    send: (scene) =>
      scene.alice.post('/api/checkout', {
        ...checkoutOf(scene.product),
        userId: scene.bob.id,
        isPaid: true,
        isFinalized: true,
      }),
    status: [201, 400],
    check: async ({ body, status }, scene) => {
      if (status === 201) {
        assertThat(body.checkout.isPaid === false, 'unpaid')
        assertThat((await scene.bob.post(`/api/checkout/${body.checkout._id}/finalize`)).status === 404, "not Bob's")
      }
    },
  },
  {
    id: 'K08',
    what: 'an address of 10,000 letters',
    send: checkout((body) => ({ ...body, shippingAddress: { city: 'x'.repeat(10_000) } })),
    status: 400,
  },
  {
    id: 'K08b',
    what: 'an object in the address',
    send: checkout((body) => ({ ...body, shippingAddress: { city: { $ne: 1 } } })),
    status: 400,
  },
  {
    id: 'K08c',
    what: 'a header in the address',
    send: checkout((body) => ({ ...body, shippingAddress: { ...body.shippingAddress, city: 'X\r\nBcc: y@z.test' } })),
    status: 201,
    check: ({ headers }) => assertThat(!headers.get('bcc'), 'no header'),
  },
  {
    id: 'K12',
    what: 'a made-up payment',
    send: (scene) => paidWith(scene, { id: '5O190127TN364715T', status: 'COMPLETED' }),
    status: 409,
    code: 'PAYMENT_NOT_VERIFIED',
  },
  { id: 'K16', what: 'another payment status', send: (scene) => paidWith(scene, {}, 'refunded'), status: 400 },
  {
    id: 'K16b',
    what: 'an operator for the payment status',
    send: (scene) => paidWith(scene, {}, { $set: 1 }),
    status: 400,
  },
  {
    id: 'K18',
    what: 'a payment without a checkout',
    send: (scene) => scene.bob.put('/api/checkout/pay', { paymentStatus: 'paid', paymentDetails: { id: 'X' } }),
    status: 404,
  },
  {
    id: 'K20',
    what: "a finalize of another's checkout",
    send: async (scene) =>
      scene.bob.post(`/api/checkout/${(await startCheckout(scene.alice, scene.product))._id}/finalize`),
    status: 404,
  },
  {
    id: 'M6',
    what: 'a finalize before paying',
    send: async (scene) =>
      scene.alice.post(`/api/checkout/${(await startCheckout(scene.alice, scene.product))._id}/finalize`),
    status: 409,
    code: 'CHECKOUT_NOT_PAID',
  },
  {
    id: 'K22',
    what: 'a finalize with a body',
    send: async (scene) => {
      const { _id } = await startCheckout(scene.alice, scene.product)
      await pay(scene.alice, _id, await approvedPayment(scene.alice, _id))
      return scene.alice.post(`/api/checkout/${_id}/finalize`, { totalPrice: 0, user: scene.bob.id })
    },
    status: 200,
    check: ({ body }, { product }) => assertThat(body.totalPrice === product.price, 'the true total'),
  },
  {
    id: 'K13',
    what: 'one payment for two checkouts',
    send: async (scene) => {
      const first = await startCheckout(scene.alice, scene.product)
      const payment = await approvedPayment(scene.alice, first._id)
      await pay(scene.alice, first._id, payment)
      await scene.alice.post(`/api/checkout/${first._id}/finalize`)
      return paidWith(scene, { id: payment })
    },
    status: 409,
    code: 'PAYMENT_NOT_VERIFIED',
  },
]

export const allAttacks = [
  ...loginAttacks,
  ...registerAttacks,
  ...tokenAttacks,
  ...cartAttacks,
  ...productAttacks,
  ...checkoutAttacks,
]

export function assertThat(holds: unknown, what: string) {
  if (!holds) throw new Error(`does not hold: ${what}`)
}
