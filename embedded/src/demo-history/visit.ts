import { type Customer, DAY_MS, type DemoProduct, type DemoShop, MINUTE_MS } from './demo-shop.ts'
import { subscribe } from './newsletter.ts'
import type { PageViews } from './page-views.ts'
import type { Story } from './passing-time.ts'
import { pay } from './pay.ts'
import { DEMO_PASSWORD, makePerson } from './people.ts'

/** TABLE: how likely a visitor is to do each of these things during a visit. */
const LIKELY = {
  comesBack: 0.42,
  signsInFirst: 0.5,
  anotherPiece: 0.45,
  twoOfIt: 0.08,
  removesAgain: 0.1,
  goesToCheckout: 0.42,
  goesToPayment: 0.88,
  returnsToTheCart: 0.15,
  buysAgain: 0.4,
  signsInAgain: 0.2,
}
const WANTED = new Map(Object.entries({ XS: 1, S: 3, M: 5, L: 4, XL: 2, XXL: 1 }))

export async function* visit(demo: DemoShop): Story {
  const { chance, customers, counts, shop } = demo
  const pageViews = demo.pageViews()
  counts.visits += 1
  const known = customers.length > 10 && chance.happens(LIKELY.comesBack) ? chance.one(customers) : undefined
  if (known && chance.happens(LIKELY.signsInFirst)) {
    await signIn(demo, known)
    yield* shopFor(demo, known, { token: known.token, pageViews })
    return
  }
  const guestId = `guest_${shop.now().getTime()}_${chance.letters(22)}`
  yield* shopFor(demo, known, { guestId, pageViews })
}

type Owner = { token?: string | undefined; guestId?: string; pageViews: PageViews }

async function* shopFor(demo: DemoShop, known: Customer | undefined, owner: Owner): Story {
  const { chance } = demo
  const { pageViews } = owner
  pageViews.lookAround(owner.token !== undefined)
  yield chance.between(1, 9) * MINUTE_MS
  let lines = 0
  do {
    if (await addOne(demo, owner)) lines += 1
    yield chance.between(0.5, 6) * MINUTE_MS
  } while (chance.happens(LIKELY.anotherPiece))
  if (lines === 0) return
  if (!chance.happens(LIKELY.goesToCheckout)) {
    if (!chance.happens(LIKELY.returnsToTheCart)) return
    yield chance.between(0.3, 6) * DAY_MS
  }
  const customer = known ?? newCustomer(demo)
  if (!owner.token) {
    if (!(await (known ? signIn(demo, customer) : register(demo, customer)))) return
    await demo.shop.ask('POST', '/cart/merge', { token: customer.token, body: { guestId: owner.guestId } })
    yield chance.between(0.5, 2) * MINUTE_MS
    if (!known) yield* subscribe(demo, customer)
  }
  yield* buy(demo, customer, pageViews)
}

/** Returns whether the cart has the product now. */
async function addOne(
  { shop, chance, products, counts }: DemoShop,
  { token, guestId, pageViews }: Owner,
): Promise<boolean> {
  const { id: productId, product } = chance.weighted(products, liked)
  const size = chance.weighted(product.sizes ?? [], (size) => WANTED.get(size) ?? 2)
  const color = chance.one(product.colors ?? [])
  const quantity = chance.happens(LIKELY.twoOfIt) ? 2 : 1
  const line = { productId, size, color }
  const isSignedIn = token !== undefined
  pageViews.see(isSignedIn, { what: 'product seen', productId })
  const body = { ...line, quantity, guestId }
  const { status } = await shop.ask('POST', '/cart', { token, body, mayBe: ['OUT_OF_STOCK'] })
  if (status >= 300) {
    counts.soldOut += 1
    pageViews.see(isSignedIn, { what: 'refused add', ...line })
  }
  if (status < 300 && chance.happens(LIKELY.removesAgain)) {
    await shop.ask('DELETE', '/cart', { token, body: { ...line, guestId } })
    return false
  }
  return status < 300
}

const liked = ({ appeal }: DemoProduct) => appeal

async function* buy(demo: DemoShop, customer: Customer, pageViews: PageViews): Story {
  const { chance, shop } = demo
  const checkout = await startCheckout(demo, customer)
  yield chance.between(1, 5) * MINUTE_MS
  if (!checkout) return
  pageViews.see(true, { what: 'checkout step', step: 'shipping' })
  if (!chance.happens(LIKELY.goesToPayment)) return
  pageViews.see(true, { what: 'checkout step', step: 'payment' })
  yield* pay(demo, customer, checkout)
  if (!chance.happens(LIKELY.buysAgain)) return
  shop.begin(chance.between(5, 45) * DAY_MS, returnVisit(demo, customer))
}

async function* returnVisit(demo: DemoShop, customer: Customer): Story {
  demo.counts.visits += 1
  await signIn(demo, customer)
  yield* shopFor(demo, customer, { token: customer.token, pageViews: demo.pageViews() })
}

async function startCheckout({ shop, counts }: DemoShop, customer: Customer): Promise<string | undefined> {
  const { token, person, discountCode } = customer
  // The guest `guest_0` has no cart, so this call only returns the customer's cart with current prices.
  const cart = await shop.ask('POST', '/cart/merge', { token, body: { guestId: 'guest_0' } })
  const lines = (cart.body?.products ?? []) as CartLine[]
  const checkoutItems = lines
    .filter(({ unavailable }) => !unavailable)
    .map(({ price, ...line }) => ({ ...line, price }))
  if (checkoutItems.length === 0) return undefined
  const totalPrice =
    checkoutItems.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0) / 100
  const { shippingAddress } = person
  const body = { checkoutItems, shippingAddress, paymentMethod: 'PayPal', totalPrice, discountCode }
  const mayBe = ['OUT_OF_STOCK', 'PRICE_CHANGED', 'CONFLICT']
  const { status, body: answer } = await shop.ask('POST', '/checkouts', { token, body, mayBe })
  if (status === 201) {
    delete customer.discountCode
    return answer._id
  }
  if (answer.code === 'OUT_OF_STOCK') counts.soldOut += 1
  return undefined
}
type CartLine = { price: number; quantity: number; unavailable?: boolean }

function newCustomer({ chance, customers }: DemoShop): Customer {
  const customer = { person: makePerson(chance, customers.length + 1) }
  customers.push(customer)
  return customer
}

async function register({ shop }: DemoShop, customer: Customer): Promise<boolean> {
  const { name, email } = customer.person
  const { status, body } = await shop.ask('POST', '/users/register', { body: { name, email, password: DEMO_PASSWORD } })
  customer.token = body?.token
  customer.id = body?.user?._id
  return status === 201
}

async function signIn({ shop, chance }: DemoShop, customer: Customer): Promise<boolean> {
  if (customer.token && !chance.happens(LIKELY.signsInAgain)) return true
  const { email } = customer.person
  const { status, body } = await shop.ask('POST', '/users/login', { body: { email, password: DEMO_PASSWORD } })
  customer.token = body?.token
  return status === 200
}
