import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import type { KeptMail } from '@shop/stores/mailer/mailer'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { ADDRESS, adminAt, buy, type Customer, customerAt, listProduct, PASSWORD } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let folder: string
let shop: Awaited<ReturnType<typeof startShop>>
let admin: ShopCaller
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-mails-'))
  shop = await startShop({ DATA_DIR: folder, DEMO: 'off', PUBLIC_ORIGIN: 'https://shop.test' })
  admin = await adminAt(shop.url)
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const outbox = () => join(folder, 'outbox')
const mailsTo = ({ id }: Customer): readonly KeptMail[] =>
  readdirSync(outbox())
    // A file with another ending is still being written.
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(outbox(), name), 'utf8')) as KeptMail)
    .filter(({ personId }) => personId === id)
const kindsTo = (customer: Customer) =>
  mailsTo(customer)
    .map(({ kind }) => kind)
    .toSorted()

test('a customer who registers, buys and gets a parcel gets one email each time, with links into the shop', async () => {
  const customer = await customerAt(shop.url)
  const order = await buy(customer, await listProduct(admin))
  await admin.put(`/api/admin/orders/${order._id}`, { status: 'Shipped', trackingNumber: 'TRACK-7' })
  // If an order is already delivered, its customer gets no e-mail that says that the order is on its way.
  await expect.poll(() => kindsTo(customer)).toContain('order-shipped')
  await admin.put(`/api/admin/orders/${order._id}`, { status: 'Delivered' })
  await expect.poll(() => kindsTo(customer)).toEqual(['order-delivered', 'order-placed', 'order-shipped', 'welcome'])
  const shipped = mailsTo(customer).find(({ kind }) => kind === 'order-shipped')!
  expect(shipped).toMatchObject({ to: customer.email, subject: expect.stringContaining('on its way') })
  for (const body of [shipped.text, shipped.html]) {
    expect(body).toContain('TRACK-7')
    expect(body).toContain(`https://shop.test/order/${order._id}`)
  }
})

test('only admins see the outbox', async () => {
  await customerAt(shop.url)
  await expect.poll(() => readdirSync(outbox()).length).toBeGreaterThan(0)
  expect(statSync(outbox()).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(outbox())) expect(statSync(join(outbox(), name)).mode & 0o777).toBe(0o600)
})

test('the shop’s first admin gets no welcome email', () => {
  const all = readdirSync(outbox()).map((name) => readFileSync(join(outbox(), name), 'utf8'))
  expect(all.filter((text) => text.includes('root@shop.test'))).toEqual([])
})

test('a customer who paid for an order without an address is asked for the address by email', async () => {
  const customer = await customerAt(shop.url)
  await buy(customer, await listProduct(admin), 1, { ...ADDRESS, city: '' })
  await expect.poll(() => kindsTo(customer)).toEqual(['address-missing', 'order-placed', 'welcome'])
})

test('deleting an account deletes its emails', async () => {
  const customer = await customerAt(shop.url)
  await expect.poll(() => kindsTo(customer)).toEqual(['welcome'])
  expect((await customer.delete('/api/users/me', { password: PASSWORD })).status).toBe(200)
  expect(kindsTo(customer)).toEqual([])
})

test('an admin reads the newest mails first, page by page', async () => {
  const [first, second] = [await customerAt(shop.url), await customerAt(shop.url)]
  for (const customer of [first, second]) await expect.poll(() => kindsTo(customer)).toEqual(['welcome'])
  const { body, headers } = await admin.get('/api/admin/outbox?limit=1')
  expect(body).toEqual([
    {
      _id: expect.any(String),
      kind: 'welcome',
      to: expect.any(String),
      subject: 'Welcome to Selvedge',
      text: expect.stringContaining('https://shop.test/'),
      sentAt: expect.any(String),
    },
  ])
  const [, next = ''] = /<\?([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
  const { body: older } = await admin.get(`/api/admin/outbox?${next}`)
  expect(new Set([...body, ...older].map(({ to }: { to: string }) => to))).toEqual(new Set([first.email, second.email]))
})

test('a customer with a forgotten password gets a link, sets a new password with the link, and is notified', async () => {
  const customer = await customerAt(shop.url)
  const { email } = customer
  const anonymous = callerAt(shop.url)
  expect((await anonymous.post('/api/users/password/forgotten', { email })).status).toBe(200)
  await expect.poll(() => kindsTo(customer)).toEqual(['password-reset', 'welcome'])
  const { text } = mailsTo(customer).find(({ kind }) => kind === 'password-reset')!
  const [, token] = /https:\/\/shop\.test\/reset-password#token=(\S+)/.exec(text) ?? []
  const newPassword = testPasswords.changed
  expect((await anonymous.post('/api/users/password/reset', { token, newPassword })).status).toBe(200)
  expect((await customer.get('/api/users/me/sessions')).status).toBe(401)
  expect((await anonymous.post('/api/users/login', { email, password: newPassword })).status).toBe(200)
  await expect.poll(() => kindsTo(customer)).toEqual(['password-changed', 'password-reset', 'welcome'])
  const { body } = await admin.get('/api/admin/outbox')
  expect(JSON.stringify(body)).toContain(token)
})

test('in production no admin sees the links’ tokens', async () => {
  const around = mkdtempSync(join(tmpdir(), 'selvedge-mails-'))
  const environment = { NODE_ENV: 'production', ALLOW_SIMULATED_PAYMENTS: 'true', DATA_DIR: around, DEMO: 'off' }
  const there = await startShop(environment)
  onTestFinished(async () => {
    await there.close()
    rmSync(around, { recursive: true, force: true })
  })
  const { email } = await customerAt(there.url)
  await callerAt(there.url).post('/api/users/password/forgotten', { email })
  const its = await adminAt(there.url)
  const shown = async () => (await its.get('/api/admin/outbox')).body as { kind: string; text: string }[]
  await expect.poll(async () => (await shown()).map(({ kind }) => kind)).toContain('password-reset')
  const { text } = (await shown()).find(({ kind }) => kind === 'password-reset')!
  expect(text).toContain('/reset-password#…')
  expect(text).not.toMatch(/token=|eyJ/)
})
