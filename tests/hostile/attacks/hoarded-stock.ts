import { clientFrom } from '../address-client.ts'
import type { HostileAttack } from '../hostile-attack.ts'

const ACCOUNTS = 6
const LINES = 100

/** In an earlier version, this attack held the whole stock within two seconds. */
export const hoardedStock: HostileAttack = {
  name: 'hoarded stock',
  does: `holds as many pieces as ${ACCOUNTS} free accounts get, the honest shopper's product first, and starts again`,
  alsoDistributed: true,
  async prepare({ url, address, productId }) {
    const { ADDRESS, PASSWORD } = await import('../../support/people.ts')
    const client = clientFrom(address, url)
    const found = JSON.parse((await client.get('/api/products?limit=1000')).text) as Product[]
    const products = [...found.filter(({ _id }) => _id === productId), ...found]
    const tokens = await Promise.all(
      Array.from({ length: ACCOUNTS }, async (_, n) => {
        const person = { name: 'Eve', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD }
        const { text } = await client.json('POST', '/api/users/register', { ...person, n })
        return (JSON.parse(text) as { token: string }).token
      }),
    )

    async function hold(token: string, most: number, lines: number) {
      const wanted = products.flatMap(({ _id, name, price, sizes, colors }) =>
        sizes.flatMap((size) =>
          colors.map((color) => ({ productId: _id, name, price, size, color, image: '', quantity: most })),
        ),
      )
      const checkoutItems = wanted.slice(0, lines)
      const totalPrice = Number(checkoutItems.reduce((sum, { price }) => sum + price * most, 0).toFixed(2))
      const body = { checkoutItems, totalPrice, shippingAddress: ADDRESS, paymentMethod: 'PayPal' }
      await client.json('POST', '/api/checkout', body, { authorization: `Bearer ${token}` })
    }

    return async () => {
      for (;;)
        for (const token of tokens)
          for (const [most, lines] of [
            [99, LINES],
            [30, 1],
            [10, 3],
            [1, 30],
          ] as const)
            await hold(token, most, lines)
    }
  },
}

type Product = Readonly<{
  _id: string
  name: string
  price: number
  sizes: readonly string[]
  colors: readonly string[]
}>
