import { approvedPayment, checkoutOf, pay, startCheckout } from '../../support/people.ts'
import { type Attack, assertThat, type Scene } from './attack.ts'

const checkout = (changes: (body: ReturnType<typeof checkoutOf>) => unknown) => (scene: Scene) =>
  scene.alice.post('/api/checkout', changes(checkoutOf(scene.product)))

const started = async (scene: Scene): Promise<[string]> => [(await startCheckout(scene.alice, scene.product))._id]

const paidWith = (details: unknown, paymentStatus: unknown = 'paid'): Pick<Attack, 'prepare' | 'send'> => ({
  prepare: started,
  send: (scene, checkoutId) =>
    scene.alice.put('/api/checkout/pay', { checkoutId, paymentStatus, paymentDetails: details }),
})

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
      assertThat(body.total === product.price && body.lines.length === 1, 'states the true total and the lines'),
  },
  {
    id: 'K02b',
    what: 'a wrong total alone',
    send: checkout((body) => ({ ...body, totalPrice: 1 })),
    status: 409,
    code: 'PRICE_CHANGED',
  },
  {
    id: 'K03',
    what: 'a discount code that is guessed',
    send: checkout((body) => ({ ...body, discountCode: '00000-00000' })),
    status: 400,
    code: 'VALIDATION_FAILED',
    check: ({ body }) => assertThat(body.fields[0].path === 'discountCode', 'names the field'),
  },
  {
    id: 'K03b',
    what: 'a discount that the client takes off by itself',
    send: checkout((body) => ({ ...body, discount: 22.5, totalPrice: body.totalPrice - 22.5 })),
    status: 409,
    code: 'PRICE_CHANGED',
  },
  {
    id: 'K04',
    what: 'eleven pieces of ten in stock',
    send: (scene) => scene.alice.post('/api/checkout', checkoutOf(scene.scarce, 11)),
    status: 409,
    code: 'OUT_OF_STOCK',
  },
  {
    id: 'K04b',
    what: 'eleven pieces of ten in stock, in two lines',
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
    what: 'fields that only the server sets',
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
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    id: 'K12',
    what: 'a made-up payment',
    ...paidWith({ id: '5O190127TN364715T', status: 'COMPLETED' }),
    status: 409,
    code: 'PAYMENT_NOT_VERIFIED',
  },
  { id: 'K16', what: 'another payment status', ...paidWith({}, 'refunded'), status: 400 },
  {
    id: 'K16b',
    what: 'a query operator in the place of the payment status',
    ...paidWith({}, { $set: 1 }),
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
    what: "a finalize of another customer's checkout",
    prepare: started,
    send: (scene, id) => scene.bob.post(`/api/checkout/${id}/finalize`),
    status: 404,
  },
  {
    id: 'K21',
    what: 'a finalize before paying',
    prepare: started,
    send: (scene, id) => scene.alice.post(`/api/checkout/${id}/finalize`),
    status: 409,
    code: 'CHECKOUT_NOT_PAID',
  },
  {
    id: 'K22',
    what: 'a finalize with a body',
    prepare: async (scene) => {
      const [id] = await started(scene)
      await pay(scene.alice, id, await approvedPayment(scene.alice, id))
      return [id]
    },
    send: (scene, id) => scene.alice.post(`/api/checkout/${id}/finalize`, { totalPrice: 0, user: scene.bob.id }),
    status: 200,
    check: ({ body }, { product }) => assertThat(body.totalPrice === product.price, 'the true total'),
  },
  {
    id: 'K13',
    what: 'a payment that has paid another checkout',
    prepare: async (scene) => {
      const [first] = await started(scene)
      const payment = await approvedPayment(scene.alice, first)
      await pay(scene.alice, first, payment)
      await scene.alice.post(`/api/checkout/${first}/finalize`)
      return [...(await started(scene)), payment]
    },
    send: (scene, id, payment = '') => pay(scene.alice, id, payment),
    status: 409,
    code: 'PAYMENT_NOT_VERIFIED',
  },
]
