import { openKurrentEventStore } from '@shop/kurrentdb/kurrentdb-event-store'
import { orders } from '@shop/language/order/document'
import { OrderRestored, orderStream } from '@shop/language/order/events'
import { expect } from 'vitest'
import type { Answer } from '../support/caller.ts'
import { adminAt, buy, customerAt, guestAt, lineOf, listProduct } from '../support/people.ts'
import { runCommand } from './run-command.ts'

const settled = { interval: 100 }

type Shop = Readonly<{ url: string; logUrl: string; environment: Record<string, string> }>

/**
 * Appends an event to the log that the projection of orders cannot process. Checks what shoppers and admins see, and that an operator can
 * resume the projection with a command that has the shop's environment variables.
 */
export async function haltTheOrders({ url, logUrl, environment }: Shop) {
  const admin = await adminAt(url)
  const product = await listProduct(admin, { countInStock: 100 })
  const customer = await customerAt(url)
  const first = await buy(customer, product)
  const ids = ({ body }: Answer) => body.map(({ _id }: { _id: string }) => _id)
  const mark = ({ status, headers }: Answer) => [status, headers.get('x-consistency')]
  const readyz = async () => {
    const response = await fetch(`${url}/readyz`)
    const { status, checks } = (await response.json()) as { status: string; checks: Record<string, string> }
    return [response.status, status, checks.readModels ?? 'ok']
  }
  expect(mark(await customer.get('/api/orders/my-orders'))).toEqual([200, null])

  await appendPoison(logUrl, customer.id)
  await expect.poll(readyz, settled).toEqual([200, 'degraded', `halted: ${orders.name}`])

  // The shop continues to sell. A header says to buyers that an order is perhaps not shown yet.
  const second = await buy(customer, product)
  const own = await customer.get('/api/orders/my-orders')
  expect([mark(own), ids(own)]).toEqual([[200, 'pending'], [first._id]])

  // Answers from other read models do not wait for the halted one: an answer that has waited in vain has this header.
  const guest = guestAt(url)
  for (let n = 0; n < 5; n++)
    expect(mark(await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId }))).toEqual([200, null])
  const cart = await guest.get(`/api/cart?guestId=${guest.guestId}`)
  expect([mark(cart), cart.body.products[0].quantity]).toEqual([[200, null], 5])
  expect(mark(await admin.put(`/api/products/${product._id}`, { description: 'New.' }))).toEqual([200, null])
  expect(mark(await guest.get('/api/products'))).toEqual([200, null])
  expect(mark(await admin.get('/api/admin/users'))).toEqual([200, null])
  const changed = await admin.put(`/api/admin/orders/${second._id}`, { status: 'Shipped' })
  expect(mark(changed)).toEqual([200, 'pending'])

  // Admins see what has stopped, since when and why.
  const answer = await admin.get('/api/admin/read-models')
  expect(answer.body.find(({ name }: { name: string }) => name === orders.name)).toEqual({
    name: orders.name,
    halted: {
      event: { id: expect.any(String), type: 'OrderRestored', stream: 'order-poison' },
      error: expect.stringContaining('Cannot read properties of'),
      at: expect.stringMatching(/^20\d\d-/),
      resuming: false,
    },
    leftOut: { count: 0, newest: [] },
  })
  expect((await customer.get('/api/admin/read-models')).status).toBe(403)

  return {
    admin,
    /** The operator lets the projection skip the event. After that everything works as before. */
    async resume() {
      const result = await runCommand('tools/resume-projection.ts', [orders.name, '--skip'], environment)
      expect(result).toEqual({ code: 0, out: `${orders.name} has resumed\n`, error: '' })
      await expect.poll(readyz, settled).toEqual([200, 'ready', 'ok'])
      const all = async () => {
        const answer = await customer.get('/api/orders/my-orders')
        return [mark(answer), ids(answer)]
      }
      await expect.poll(all, settled).toEqual([
        [200, null],
        [second._id, first._id],
      ])
      const after = await admin.get('/api/admin/read-models')
      expect(after.body.find(({ name }: { name: string }) => name === orders.name)).toMatchObject({
        leftOut: { count: 1, newest: [{ event: { stream: 'order-poison' } }] },
      })
    },
  }
}

async function appendPoison(logUrl: string, customerId: string) {
  const log = openKurrentEventStore(logUrl)
  const at = new Date().toISOString()
  const data = {
    orderId: 'poison',
    customerId,
    items: null,
    status: 'Processing',
    totalCents: 0,
    refunds: [],
    returns: [],
    placedAt: at,
    sealed: '',
  }
  const metadata = {
    correlationId: 'poison',
    causationId: 'poison',
    actor: { role: 'system' as const },
    schemaVersion: OrderRestored.version,
    recordedAt: at,
  }
  await log.append(orderStream('poison'), -1, [{ id: crypto.randomUUID(), type: 'OrderRestored', data, metadata }])
  await log.close()
}
