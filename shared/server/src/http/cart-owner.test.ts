import Koa from 'koa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cartWriterOf } from './cart-owner.ts'
import { type Serving, serve } from './serve.ts'

let room: Serving
beforeEach(async () => {
  // This is a room behind a gateway. It trusts the gateway's header with the protocol.
  const app = new Koa({ proxy: true }).use((ctx) => {
    ctx.body = cartWriterOf(ctx, { guestId: 'guest_1700000000001' })
  })
  room = await serve(app.callback(), { host: '127.0.0.1', port: 0 })
})
afterEach(() => room.stop(0))

async function write(protocol: 'http' | 'https', cookie = '') {
  const answer = await fetch(room.url, { headers: { 'x-forwarded-proto': protocol, cookie } })
  return { owner: await answer.text(), cookie: answer.headers.get('set-cookie') }
}

test('over TLS, the cookie of a bare guest id is sent only to this host and only over TLS', async () => {
  const { cookie } = await write('https')
  expect(cookie).toMatch(/^__Host-guest=[\w-]{22}; path=\/;.*samesite=lax; secure; httponly$/)
  expect(cookie).not.toMatch(/domain/i)
})

test('over TLS a cookie with the plain name is ignored, because another host of the domain could have set it', async () => {
  const { cookie, owner } = await write('https', `guest=${'A'.repeat(22)}`)
  expect(cookie).toMatch(/^__Host-guest=(?!A{22})/)
  const later = await write('https', `guest=${'A'.repeat(22)}; ${cookie?.split(';')[0]}`)
  expect(later).toEqual({ owner, cookie: null })
})

test('without TLS the cookie has its plain name', async () => {
  const { cookie, owner } = await write('http')
  expect(cookie).toMatch(/^guest=[\w-]{22};.*samesite=lax; httponly$/)
  expect(await write('http', cookie?.split(';')[0])).toEqual({ owner, cookie: null })
})
