import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { flatPng } from '@shop/command-service/test-support/hostile-pictures'
import { PASSWORD, ADDRESS as SHIPPING } from '../support/people.ts'
import { type AddressClient, clientFrom, type Reply } from './address-client.ts'

const ADDRESS = '127.0.0.7'
/** The shopper's address in the header of a proxy. */
const FORWARDED_FOR = '203.0.113.7'
/** The pause between two requests. So there are forty requests a second. They do not wait for earlier answers. */
const EVERY_MS = 25

export type Served = Readonly<{ kind: string; atMs: number; tookMs: number; status: number }>
export type HonestShopper = Awaited<ReturnType<typeof startShopper>>

/** What a request is made from: the shopper, the number of the request, and so on. */
type Asking = Readonly<{
  shopper: AddressClient
  url: string
  n: number
  product: Product
  email: string
  token: string
  isBehindProxy: boolean
}>
type Product = Readonly<{
  _id: string
  name: string
  price: number
  countInStock: number
  sizes: readonly string[]
  colors: readonly string[]
}>
type Kind = readonly [kind: string, outOf40: number, ask: (asking: Asking) => Promise<Reply>]

/** TABLE: the kinds of requests that honest shoppers make. The number says how many of forty requests are of this kind. */
const kinds: readonly Kind[] = [
  ['home', 5, ({ shopper }) => shopper.get('/', AS_BROWSER)],
  ['collection', 4, ({ shopper, n }) => shopper.get(`/collections/all?gender=${n % 2 ? 'Men' : 'Women'}`, AS_BROWSER)],
  ['product page', 6, ({ shopper, product }) => shopper.get(`/product/${product._id}`, AS_BROWSER)],
  ['list', 5, ({ shopper }) => shopper.get('/api/products?limit=24', AS_BROWSER)],
  ['product', 6, ({ shopper, product }) => shopper.get(`/api/products/${product._id}`)],
  ['cart', 5, ({ shopper, n }) => shopper.get(`/api/cart?guestId=${guestOf(n)}`)],
  ['add', 4, ({ shopper, n, product }) => shopper.json('POST', '/api/cart', lineOf(n, product))],
  ['config', 1, ({ shopper }) => shopper.get('/api/config')],
  ['sign in', 1, ({ shopper, email }) => shopper.json('POST', '/api/users/login', { email, password: PASSWORD })],
  ['checkout', 1, checkout],
  ['upload', 2, upload],
]
const AS_BROWSER = { 'accept-encoding': 'gzip, deflate, br' }

/** The requests in the order in which they are made. Each kind comes as often as the table says, at regular intervals. */
const order = kinds
  .flatMap(([kind, share, ask]) => Array.from({ length: share }, (_, at) => ({ kind, ask, turn: (at + 0.5) / share })))
  .sort((one, other) => one.turn - other.turn)

/** An honest shopper with a separate address. `askNext` makes the next request. */
export async function openShopper(url: string, isBehindProxy = false) {
  const shopper = clientFrom(ADDRESS, url, isBehindProxy ? { forwardedFor: FORWARDED_FOR } : {})
  const products = JSON.parse((await shopper.get('/api/products')).text) as Product[]
  const product = products.sort((one, other) => other.countInStock - one.countInStock)[0]!
  const email = `${randomUUID()}@x.test`
  const register = async (address: string) => {
    const person = { name: 'Ada Weaver', email: address, password: PASSWORD }
    const { text } = await shopper.json('POST', '/api/users/register', person)
    return (JSON.parse(text) as { token: string }).token
  }
  await register(email)
  // Another account buys, because many sign-ins end the first session of an account.
  const token = await register(`buyer-${email}`)
  let n = 0

  return {
    productId: product._id,
    asked: () => n,
    async askNext(): Promise<Served> {
      const { kind, ask } = order[n % order.length]!
      const atMs = performance.now()
      const { status } = await ask({ shopper, url, n: n++, product, email, token, isBehindProxy })
      return { kind, atMs, tookMs: performance.now() - atMs, status }
    },
    close: () => shopper.close(),
  }
}

/** Starts an honest shopper, who makes requests until `close` is called. Every request is recorded. */
export async function startShopper(url: string, isBehindProxy = false) {
  const { productId, asked: count, askNext, close } = await openShopper(url, isBehindProxy)
  const served: Served[] = []
  const asking = setInterval(() => void askNext().then((one) => served.push(one)), EVERY_MS)

  return {
    productId,
    /** Returns the requests that begin within the next `ms` milliseconds, when all of them are answered. */
    async during(ms: number): Promise<readonly Served[]> {
      const [fromMs, toMs, from] = [performance.now(), performance.now() + ms, count()]
      await sleep(ms)
      const asked = count() - from
      for (;;) {
        const own = served.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
        if (own.length >= asked - 1) return own
        await sleep(10)
      }
    },
    close() {
      clearInterval(asking)
      close()
    },
  }
}

const run = randomBytes(16).toString('base64url')
/** The id of a guest. After a hundred requests there is a new guest, so that carts are not larger than those of real guests. */
const guestOf = (n: number) => `guest_${1_700_000_000_000 + Math.floor(n / 100)}_${run}`

const lineOf = (n: number, { _id, sizes, colors }: Product) => ({
  guestId: guestOf(n),
  productId: _id,
  quantity: 1,
  size: sizes[0],
  color: colors[0],
})

/** One of this many requests is an upload. */
const UPLOAD_EVERY = 20

/** Starts a checkout of one piece. It replaces the previous checkout. */
function checkout({ shopper, product, token }: Asking) {
  const { guestId: _, ...line } = lineOf(0, product)
  const body = {
    checkoutItems: [{ ...line, name: product.name, image: '', price: product.price }],
    shippingAddress: SHIPPING,
    paymentMethod: 'PayPal',
    totalPrice: product.price,
  }
  return shopper.json('POST', '/api/checkout', body, { authorization: `Bearer ${token}` })
}

/** Uploads a picture. Each upload comes from another address, because an address may upload only ten pictures a minute. */
async function upload({ url, n, isBehindProxy }: Asking) {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(flatPng(8, 8))]), 'picture.png')
  const sent = new Response(form)
  const host = (Math.floor(n / UPLOAD_EVERY) % 250) + 1
  const client = clientFrom(`127.0.8.${host}`, url, isBehindProxy ? { forwardedFor: `198.51.${host}.7` } : {})
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const reply = await client.send('POST', '/api/upload', headers, Buffer.from(await sent.arrayBuffer()))
  client.close()
  return reply
}
