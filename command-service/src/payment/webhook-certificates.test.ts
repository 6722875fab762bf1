import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeChain } from '../test-support/certificate-chain.ts'
import { createWebhookCheck, type Received } from './verify-webhook.ts'
import { keepCertificates, signerIn } from './webhook-certificates.ts'
import { paypalTrust } from './webhook-trust.ts'

const { root, intermediate, leaf, signatureOf } = makeChain()
const other = makeChain()
const now = new Date()
const isTrusted = (pem: string, authorities: string) =>
  signerIn(pem, paypalTrust('WEBHOOK', authorities), now)?.isTrusted

describe('PayPal’s file of certificates is trusted', () => {
  test.each([
    ['the leaf and the intermediate, if the shop knows the root', leaf + intermediate, root],
    ['the intermediate first', intermediate + leaf, root],
    ['the whole chain from the top', root + intermediate + leaf, root],
    ['the leaf alone, with the intermediate from the operator', leaf, intermediate],
    ['the leaf alone, with the whole chain from the operator', leaf, root + intermediate],
    ['unrelated authorities between its own', other.intermediate + leaf + other.root + intermediate, root],
  ])('with %s', (_, pem, authorities) => {
    expect(isTrusted(pem, authorities)).toBe(true)
  })

  test.each([
    ['the leaf alone, if the shop knows only the root', leaf, root],
    ['a chain to an unknown root', leaf + intermediate + root, ''],
    ['an authority of the same name with another key', leaf + other.intermediate, other.root],
    ['a leaf in the place of the authority', leaf + other.leaf, root],
    ['another name', makeChain('evil.test').leaf, root],
  ])('not with %s', (_, pem, authorities) => {
    expect(isTrusted(pem, authorities)).toBe(false)
  })

  test('only if it has a certificate that signs webhooks', () => {
    expect(signerIn(intermediate + root, paypalTrust('WEBHOOK', root), now)).toBeUndefined()
    expect(signerIn('', paypalTrust('WEBHOOK', root), now)).toBeUndefined()
  })
})

describe('if no chain can be built', () => {
  const certUrl = 'https://api.paypal.com/v1/notifications/certs/CERT-1'
  const body = Buffer.from('{"id":"WH-1","note":"Zoë"}')
  let asked: Received[]
  let answers: boolean | 'nothing'
  let check: ReturnType<typeof createWebhookCheck>
  beforeEach(() => {
    asked = []
    answers = true
    const trust = paypalTrust('WEBHOOK')
    const certificates = keepCertificates(trust, { fetchPem: async () => leaf })
    check = createWebhookCheck(trust, {
      certificates,
      askProvider: async (received) => {
        asked.push(received)
        if (answers === 'nothing') throw new Error('no answer')
        return answers
      },
    })
  })
  const signature = signatureOf(`T1|2026-01-01T00:00:00Z|WEBHOOK|${crc32(body)}`)
  const headers: Record<string, string> = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': certUrl,
    'paypal-transmission-id': 'T1',
    'paypal-transmission-time': '2026-01-01T00:00:00Z',
    'paypal-transmission-sig': signature,
  }
  const verdict = (changed: Record<string, string> = {}, received = body) =>
    check((name) => ({ ...headers, ...changed })[name] ?? '', received)

  test('PayPal decides, once for each certificate', async () => {
    expect(await verdict()).toEqual({ is: 'genuine' })
    expect(await verdict()).toEqual({ is: 'genuine' })
    expect(asked).toEqual([{ webhookId: 'WEBHOOK', id: 'T1', time: '2026-01-01T00:00:00Z', signature, certUrl, body }])
  })

  test('a webhook that PayPal does not confirm stays unverified, and PayPal is queried again for the next webhook', async () => {
    answers = false
    for (const _ of [1, 2]) expect(await verdict()).toEqual({ is: 'unverified', code: 'REFUSED_BY_PROVIDER' })
    expect(asked).toHaveLength(2)
  })

  test('while PayPal does not answer, the webhook is refused, so that PayPal sends it again', async () => {
    answers = 'nothing'
    await expect(verdict()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('forged webhooks cause no call to PayPal', async () => {
    const elsewhere = { 'paypal-cert-url': 'https://api.paypal.com.evil.test/v1/notifications/certs/CERT-1' }
    expect(await verdict(elsewhere)).toEqual({ is: 'forged' })
    const wrong = { is: 'unverified', code: 'WRONG_SIGNATURE' }
    expect(await verdict({ 'paypal-transmission-sig': other.signatureOf('any') })).toEqual(wrong)
    expect(await verdict({}, Buffer.from('{"id":"WH-2"}'))).toEqual(wrong)
    expect(asked).toEqual([])
  })

  test('upper and lower case do not matter in the name of the algorithm', async () => {
    for (const name of ['sha256withrsa', 'SHA256withRSA', 'SHA256WITHRSA'])
      expect(await verdict({ 'paypal-auth-algo': name })).toEqual({ is: 'genuine' })
    expect(await verdict({ 'paypal-auth-algo': 'SHA1withRSA' })).toEqual({ is: 'forged' })
  })
})
