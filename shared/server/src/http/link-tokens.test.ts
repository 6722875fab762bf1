import { expect, test } from 'vitest'
import { createLinkTokens } from './link-tokens.ts'
import { createTokens } from './tokens.ts'

const SECRET = 'a secret of at least thirty-two bytes'
const AT = Date.parse('2026-01-01T10:00:00Z')
let nowMs = AT
const links = createLinkTokens(SECRET, () => new Date(nowMs))
const linked = { personId: 'ada', ver: 3, emailKey: 'k' }
const sign = () => links.sign('reset-password', linked, new Date(AT + 60_000))

test('a token contains what was signed until it expires, and the same facts give the same token', async () => {
  nowMs = AT
  const token = await sign()
  expect(await links.verify('reset-password', token)).toEqual(linked)
  expect(await sign()).toBe(token)
  nowMs = AT + 61_000
  expect(await links.verify('reset-password', token)).toBeUndefined()
})

test('a link’s token is not valid for another purpose or as a session’s token, and a session’s token is not valid for a link', async () => {
  nowMs = AT
  const token = await sign()
  expect(await links.verify('confirm-email', token)).toBeUndefined()
  const tokens = createTokens(SECRET)
  expect(await tokens.verify(token)).toBeUndefined()
  expect(await links.verify('reset-password', await tokens.sign({ accountId: 'ada', ver: 3 }))).toBeUndefined()
})

test('a token that was changed, or that was signed with another secret, is invalid', async () => {
  nowMs = AT
  const token = await sign()
  const other = createLinkTokens('another secret of thirty-two bytes', () => new Date(nowMs))
  expect(await other.verify('reset-password', token)).toBeUndefined()
  const [head, , signature] = token.split('.')
  const body = Buffer.from(JSON.stringify({ sub: 'eve', ver: 3, key: 'k', iss: 'selvedge' })).toString('base64url')
  for (const forged of [`${head}.${body}.${signature}`, '', 'x', `${token}x`])
    expect(await links.verify('reset-password', forged)).toBeUndefined()
})
