import { testPasswords } from '@shop/language/test-support/test-passwords'
import { describe, expect, test } from 'vitest'
import { callerAt } from '../../support/caller.ts'
import { buy, customerAt, lineOf, PASSWORD, startCheckout } from '../../support/people.ts'
import { listenAt } from '../listener.ts'
import type { World } from './authorisation-row.ts'

/** Tests that changed permissions apply from the next call on, in every process. Tests also that no call reveals another user's data. */
export function tryChangedPermissions(world: World) {
  describe('permissions follow the state, not the token', () => {
    test('a demoted admin is a customer from the next call on', async () => {
      const person = await customerAt(world.url)
      await world.admin.put(`/api/admin/users/${person.id}`, { role: 'admin' })
      expect((await person.get('/api/admin/users')).status).toBe(200)
      await world.admin.put(`/api/admin/users/${person.id}`, { role: 'customer' })
      expect((await person.get('/api/admin/users')).status).toBe(403)
      expect((await person.post('/api/admin/products', { name: 'X', price: 1 })).status).toBe(403)
    })

    test('an analyst who was an admin, and an admin who was an analyst, have only the new role from the next call on', async () => {
      const person = await customerAt(world.url)
      for (const role of ['admin', 'analyst', 'admin', 'analyst', 'customer']) {
        const { body } = await world.admin.put(`/api/admin/users/${person.id}`, { role })
        expect(body).toMatchObject({ role, user: { role } })
        expect((await person.get('/api/admin/users')).status).toBe(role === 'admin' ? 200 : 403)
        expect((await person.get('/api/users/me')).body.role).toBe(role)
      }
    })

    test('a user is added as an analyst, and signs in as one', async () => {
      const person = { name: 'New', email: `${crypto.randomUUID()}@x.test`, password: PASSWORD }
      const added = await world.admin.post('/api/admin/users', { ...person, role: 'analyst' })
      expect(added).toMatchObject({ status: 201, body: { role: 'analyst' } })
      const { body } = await callerAt(world.url).post('/api/users/login', person)
      expect(body.user).toMatchObject({ _id: added.body._id, role: 'analyst' })
    })

    test('the token of a deleted user is refused from the next call on', async () => {
      const person = await customerAt(world.url)
      await world.admin.delete(`/api/admin/users/${person.id}`)
      expect((await person.get('/api/orders/my-orders')).status).toBe(401)
      expect((await person.post('/api/checkout', {})).status).toBe(401)
    })

    test('a token from before a password change is refused from the next call on, by every process', async () => {
      const person = await customerAt(world.url)
      const passwords = { currentPassword: PASSWORD, newPassword: testPasswords.changed }
      const { body } = await person.put('/api/users/me/password', passwords)
      expect((await person.get('/api/orders/my-orders')).status).toBe(401)
      expect((await person.post('/api/checkout', {})).status).toBe(401)
      const again = callerAt(world.url, { token: body.token })
      expect((await again.get('/api/orders/my-orders')).status).toBe(200)
      expect((await again.post('/api/checkout', {})).status).toBe(400)
    })

    test('an ended session, and no other session, is refused from the next call on, by every process', async () => {
      const person = await customerAt(world.url)
      const { body } = await callerAt(world.url).post('/api/users/login', {
        email: person.email,
        password: PASSWORD,
      })
      const second = callerAt(world.url, { token: body.token })
      expect((await person.get('/api/users/me/sessions')).body).toHaveLength(2)
      expect((await person.delete('/api/users/me/sessions/current')).status).toBe(200)
      expect((await person.get('/api/orders/my-orders')).status).toBe(401)
      expect((await person.post('/api/checkout', {})).status).toBe(401)
      expect((await second.get('/api/orders/my-orders')).status).toBe(200)
      expect((await second.get('/api/users/me/sessions')).body).toMatchObject([{ current: true }])
    })

    test('an ended session, and no other session, stops getting live updates at once', async () => {
      const person = await customerAt(world.url)
      const { body } = await callerAt(world.url).post('/api/users/login', {
        email: person.email,
        password: PASSWORD,
      })
      const listen = (token = '') => listenAt(`${world.url}/api/live`, { token })
      const [ended, going] = [await listen(person.token), await listen(body.token)]
      await expect.poll(() => [ended, going].every((one) => one.lastEventId() !== '')).toBe(true)
      await person.delete('/api/users/me/sessions/current')
      // The stream ends at once, and not only with the next heartbeat, which comes after fifteen seconds.
      await expect.poll(ended.isOver).toBe(true)
      expect(going.isOver()).toBe(false)
      await callerAt(world.url, { token: body.token }).delete('/api/users/me/sessions')
      await expect.poll(going.isOver).toBe(true)
    })

    test("an export has the caller's own account, addresses, orders and cart, and nothing of other users", async () => {
      const person = await customerAt(world.url)
      const order = await buy(person, world.product)
      await person.post('/api/cart', lineOf(world.product))
      await buy(world.other, world.product)
      const { body } = await person.get('/api/users/me/export')
      expect(body).toMatchObject({
        account: { _id: person.id, email: person.email, role: 'customer' },
        addresses: [{ address: '1 Loom Lane' }],
        orders: [{ _id: order._id }],
        isAll: true,
        cart: { userId: person.id, products: [{ quantity: 1 }] },
      })
      for (const other of [world.owner, world.other]) expect(JSON.stringify(body)).not.toContain(other.email)
      expect(Object.keys(body).toSorted()).toEqual(['account', 'addresses', 'cart', 'exportedAt', 'isAll', 'orders'])
    })

    test('an account is not deleted by its owner while an order is not shipped', async () => {
      const person = await customerAt(world.url)
      const order = await buy(person, world.product)
      const leave = () => person.delete('/api/users/me', { password: PASSWORD })
      expect(await leave()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
      await world.admin.put(`/api/admin/orders/${order._id}`, { status: 'Shipped' })
      expect((await leave()).status).toBe(200)
      expect((await person.get('/api/orders/my-orders')).status).toBe(401)
    })

    test('an account is not deleted by its owner while a payment is pending', async () => {
      const person = await customerAt(world.url)
      const checkout = await startCheckout(person, world.product)
      await person.post(`/api/checkout/${checkout._id}/payment`)
      expect((await person.delete('/api/users/me', { password: PASSWORD })).status).toBe(409)
    })

    test("a request for another customer's order gets exactly the answer for an unknown order", async () => {
      const order = await buy(world.owner, world.product)
      const [others, unknown] = [
        await world.other.get(`/api/orders/${order._id}`),
        await world.other.get('/api/orders/00000000-0000-4000-8000-000000000000'),
      ]
      expect({ ...others.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    })

    test('the answer for a user has four fields, and the answer for an order lacks its customer and payment details', async () => {
      const { body: users } = await world.admin.get('/api/admin/users')
      for (const user of users) expect(Object.keys(user).toSorted()).toEqual(['_id', 'email', 'name', 'role'])
      const order = await buy(world.owner, world.product)
      const { body } = await world.owner.get(`/api/orders/${order._id}`)
      expect(body.user).toBeUndefined()
      expect(JSON.stringify(body)).not.toContain(world.owner.email)
    })

    test('a customer cannot write fields that only the server sets', async () => {
      const { body } = await callerAt(world.url).post('/api/users/register', {
        name: 'Eve',
        email: `${crypto.randomUUID()}@x.test`,
        password: PASSWORD,
        role: 'admin',
        isAdmin: true,
        _id: world.owner.id,
      })
      expect(body.user.role).toBe('customer')
      expect(body.user._id).not.toBe(world.owner.id)
    })
  })
}
