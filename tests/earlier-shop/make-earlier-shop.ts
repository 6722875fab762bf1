import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { flatPng } from '@shop/command-service/test-support/hostile-pictures'
import { freePort } from '@shop/stores/test-support/free-port'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import * as people from '../support/people.ts'
import { ADMIN } from '../support/shop.ts'
import { spawnShop } from '../support/shop-process.ts'
import {
  ADA,
  accepted,
  adminOfThen,
  BEN,
  ERASED,
  GUEST,
  MERGED_GUEST,
  signedIn,
  TOKEN_SECRET,
} from './people-of-then.ts'
import { whatIsSeen } from './what-is-seen.ts'

/*
 * `node tests/earlier-shop/make-earlier-shop.ts` was run once in a checkout of a release. It makes `kept`: a data folder of this release,
 * and the answers that users of the release got. Every later release must start with a copy of this data folder.
 */
const here = import.meta.dirname
const folder = await mkdtemp(join(tmpdir(), 'selvedge-earlier-'))
const port = await freePort()
const start = async (ttlSeconds: number) => {
  const shop = await spawnShop(folder, port, { TOKEN_SECRET, CHECKOUT_TTL_SECONDS: String(ttlSeconds) })
  await shop.ready()
  return shop
}

const begun = await start(2)
const { url } = begun
const admin = await adminOfThen(url)
const register = async (email: string, name: string) => {
  accepted(await callerAt(url).post('/api/users/register', { name, email, password: people.PASSWORD }))
  return signedIn(url, email)
}
const ada = await register(ADA, 'Ada Weaver')
const ben = await register(BEN, 'Ben Spinner')
const gone = await register(ERASED, 'Grace Dyer')
const products = await listProducts(admin)
const { shirt, coat, scarf, last, dropped } = products

// Makes a checkout and waits until its hold has expired. Its pieces are back in stock then.
await people.startCheckout(ben, coat, 2)
await sleep(6000)
await begun.end('SIGTERM')

const shop = await start(86_400)
const placed = await people.buy(ada, shirt, 2)
const shipped = await people.buy(ada, coat)
accepted(await admin.put(`/api/admin/orders/${shipped._id}`, { status: 'Shipped' }))
const delivered = await people.buy(ben, scarf, 3)
accepted(await admin.put(`/api/admin/orders/${delivered._id}`, { status: 'Shipped' }))
accepted(await admin.put(`/api/admin/orders/${delivered._id}`, { status: 'Delivered' }))
const cancelled = await people.buy(ben, shirt)
accepted(await admin.put(`/api/admin/orders/${cancelled._id}`, { status: 'Cancelled' }))
const deleted = await people.buy(ada, scarf)
accepted(await admin.delete(`/api/admin/orders/${deleted._id}`))
const restored = await people.buy(ben, coat)
accepted(await admin.delete(`/api/admin/orders/${restored._id}`))
accepted(await admin.post(`/api/admin/orders/${restored._id}/restore`))
const ofTheErased = await people.buy(gone, shirt)
accepted(await gone.post('/api/cart', { ...people.lineOf(coat), userId: gone.id }))
accepted(await admin.delete(`/api/admin/users/${gone.id}`))

// Carts: the cart of a guest, a cart that was merged into an account's cart, and changes of products in them.
const guest = callerAt(url)
const add = async (caller: ShopCaller, line: object) => accepted(await caller.post('/api/cart', line))
await add(guest, { ...people.lineOf(shirt, 2), guestId: GUEST })
await add(guest, { ...people.lineOf(coat), guestId: GUEST })
accepted(await guest.put('/api/cart', { ...people.lineOf(shirt, 3), guestId: GUEST }))
accepted(await guest.delete('/api/cart', { ...people.lineOf(coat), guestId: GUEST }))
await add(guest, { ...people.lineOf(coat), color: 'Blue', guestId: GUEST })
await add(guest, { ...people.lineOf(last), guestId: MERGED_GUEST })
await add(guest, { ...people.lineOf(dropped, 2), guestId: MERGED_GUEST })
await add(ada, { ...people.lineOf(last), userId: ada.id })
accepted(await ada.post('/api/cart/merge', { guestId: MERGED_GUEST }))
accepted(await admin.delete(`/api/products/${dropped._id}`))
accepted(await admin.put(`/api/products/${shirt._id}`, { price: 27.5 }))
const keyed = { key: 'a-key-of-then', body: { ...people.lineOf(scarf, 2), userId: ben.id } }
const headers = { 'idempotency-key': keyed.key }
const keyedAnswer = accepted(await ben.post('/api/cart', keyed.body, { headers }))

// Open holds: a checkout without a payment, and a checkout with a started payment that is not approved.
const held = await people.startCheckout(ada, { ...scarf, price: 12 }, 2)
const begunToPay = await people.startCheckout(ben, coat)
const { body: payment } = accepted(await ben.post(`/api/checkout/${begunToPay._id}/payment`))
await sleep(3000)

const seen = await whatIsSeen(url)
const madeAt = Date.now()
await shop.end('SIGTERM')
await rm(join(here, 'kept', 'data-folder'), { recursive: true, force: true })
await cp(folder, join(here, 'kept', 'data-folder'), { recursive: true })
await rm(folder, { recursive: true })
const orders = { placed, shipped, delivered, cancelled, restored, deleted, ofTheErased }
const kept = {
  madeAt,
  products: Object.fromEntries(Object.entries(products).map(([name, { _id }]) => [name, _id])),
  orders: Object.fromEntries(Object.entries(orders).map(([name, { _id }]) => [name, _id])),
  held: held._id,
  begunToPay: { checkoutId: begunToPay._id, providerOrderId: payment.id },
  keyed: { ...keyed, answer: { status: keyedAnswer.status, body: keyedAnswer.body } },
  seen,
}
await writeFile(join(here, 'kept', 'seen.json'), `${inLines(kept, 3)}\n`)
console.log(`Made by ${ADMIN.email} at ${new Date(madeAt).toISOString()}`)

/** JSON with one entry on each line, `depth` levels deep. */
function inLines(value: unknown, depth: number): string {
  if (depth === 0 || value === null || typeof value !== 'object') return JSON.stringify(value)
  const isList = Array.isArray(value)
  const lines = Object.entries(value).map(([key, one]) => `${isList ? '' : `"${key}": `}${inLines(one, depth - 1)}`)
  return `${isList ? '[' : '{'}\n${lines.join(',\n')}\n${isList ? ']' : '}'}`
}

async function listProducts(admin: ShopCaller) {
  const list = (name: string, changes: object) => people.listProduct(admin, { name, sku: `KEPT-${name}`, ...changes })
  const picture = (await people.uploadAs(admin, flatPng(64, 80))).body
  const images = [{ url: picture.url, altText: 'A kept shirt' }]
  return {
    shirt: await list('Kept Shirt', { price: 25, countInStock: 40, images }),
    coat: await list('Kept Coat', { price: 120, countInStock: 9, category: 'Outerwear', gender: 'Women' }),
    scarf: await list('Kept Scarf', { price: 12, countInStock: 30, gender: 'Unisex' }),
    last: await list('Kept Last Piece', { price: 5, countInStock: 1 }),
    dropped: await list('Kept And Dropped', { price: 8, countInStock: 5 }),
  }
}
