import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { mailTo } from '../support/outbox.ts'
import { adminAt, PASSWORD } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: ShopCaller
let anonymous: ShopCaller
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off' })
  admin = await adminAt(shop.url)
  anonymous = callerAt(shop.url)
})
afterAll(() => shop.close())

/** The address of one mailbox in two forms: as a person types it, and as browsers and mail programs send it. */
function mailbox() {
  const local = `ada-${randomUUID().slice(0, 8)}`
  return { typed: `${local}@bücher.example`, sent: `${local}@xn--bcher-kva.example` }
}
const login = (email: string) => anonymous.post('/api/users/login', { email, password: PASSWORD })
const register = (email: string) => anonymous.post('/api/users/register', { name: 'Ada', email, password: PASSWORD })

test.each([
  ['as it is typed', (box: ReturnType<typeof mailbox>) => box.typed],
  ['as browsers send it', (box: ReturnType<typeof mailbox>) => box.sent],
])('an account that was registered with a domain in letters, %s, is one account in all calls', async (_, first) => {
  const box = mailbox()
  const { status, body } = await register(first(box))
  expect([status, body.user.email]).toEqual([201, box.typed])
  for (const email of [box.typed, box.sent]) {
    expect(await login(email)).toMatchObject({ status: 200, body: { user: { _id: body.user._id, email: box.typed } } })
    expect(await register(email)).toMatchObject({ status: 400, body: { message: 'User already exists' } })
    const added = { name: 'Eve', email, password: PASSWORD }
    expect((await admin.post('/api/admin/users', added)).status).toBe(409)
    expect((await admin.put(`/api/admin/users/${await anotherId()}`, { email })).status).toBe(409)
    expect((await anonymous.post('/api/users/password/forgotten', { email })).status).toBe(200)
  }
  // Both requests for a link lead to e-mails to one mailbox. The e-mails are addressed in ASCII, because mail servers know only that form.
  expect(await mailTo(admin, box.sent, 'password-reset')).toContain('#token=')
  for (const words of ['bücher', 'xn--bcher'])
    expect((await admin.get(`/api/admin/users?search=${encodeURIComponent(words)}`)).body).toContainEqual(
      expect.objectContaining({ _id: body.user._id, email: box.typed }),
    )
})

test('messages from an address without an account are erased whichever form of the address is given', async () => {
  const box = mailbox()
  await anonymous.post('/api/newsletter', { email: box.typed })
  await anonymous.post('/api/contact', { name: 'Ada', email: box.sent, message: 'Is it warm?' })
  await mailTo(admin, box.sent, 'newsletter-confirm')
  const before = await shop.head()
  expect((await admin.post('/api/admin/correspondents/erase', { email: box.typed })).status).toBe(200)
  const erased = (await shop.eventsSince(before)).filter(({ type }) => type === 'CorrespondentErased')
  expect(erased).toHaveLength(1)
})

test('letters that some mail servers reject before the @ are refused with a message that says so', async () => {
  const message = expect.stringMatching(/^Only letters from a to z/)
  for (const path of ['/api/users/login', '/api/users/register', '/api/users/password/forgotten', '/api/newsletter'])
    expect(await anonymous.post(path, { name: 'J', email: 'jürgen@x.test', password: PASSWORD })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'email', message }] },
    })
})

async function anotherId(): Promise<string> {
  return (await register(`${randomUUID()}@x.test`)).body.user._id
}
