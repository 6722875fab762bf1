import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SIMULATOR_PATH, simulatorCredentials } from '@shop/server/payments-config'
import { freePort } from '@shop/stores/test-support/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnRoom } from '../support/room-process.ts'

/* The simulator as a separate process. A command-service calls it directly; a browser calls it under its path behind the gateway. */

const TOKEN_SECRET = 'a secret of thirty-two bytes or more'
const { clientId, clientSecret } = simulatorCredentials(TOKEN_SECRET)
type Link = Readonly<{ href: string; rel: string; method: string }>

let folder: string
let room: ReturnType<typeof spawnRoom>
let headers: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-simulator-'))
  room = spawnRoom('paypal-simulator/src/main.ts', await freePort(), { TOKEN_SECRET, DATA_DIR: folder })
  await room.ready()
  const response = await fetch(`${room.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  headers = {
    authorization: `Bearer ${access_token}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
  }
})
afterAll(async () => {
  await room?.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

async function call(method: string, address: string, body: object = {}) {
  const response = await fetch(address, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

/** Follows the links of an answer. Each must lead to an existing call, although some calls refuse a repeated act. */
async function follow(links: readonly Link[]) {
  for (const { method, href, rel } of links) expect([rel, (await call(method, href)).status]).not.toEqual([rel, 404])
}

test('answers at the links that it returns, both under its path and without it', async () => {
  const orders = `${room.url}/v2/checkout/orders`
  const amount = { currency_code: 'USD', value: '5.00' }
  const created = await call('POST', orders, { intent: 'CAPTURE', purchase_units: [{ amount }] })
  expect(created.body.links).toHaveLength(3)
  await follow(created.body.links)
  await call('POST', `${room.url}${SIMULATOR_PATH}/v2/checkout/orders/${created.body.id}/approve`)
  const captured = await call('POST', `${orders}/${created.body.id}/capture`)
  const [capture] = captured.body.purchase_units[0].payments.captures
  const refund = await call('POST', `${room.url}/v2/payments/captures/${capture.id}/refund`)
  expect([captured.status, refund.status]).toEqual([201, 201])
  await follow([...captured.body.links, ...capture.links, ...refund.body.links])
})
