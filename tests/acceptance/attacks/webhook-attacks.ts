import type { Attack } from './attack.ts'

const forged = (resource: object = { id: 'ANY' }) => ({ id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource })
const signedAs = (changes: Record<string, string> = {}) => ({
  headers: {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77',
    'paypal-transmission-id': 'd938e770-8046-11e6-8103-6b62a8a99ac4',
    'paypal-transmission-time': '2026-01-01T00:00:00Z',
    'paypal-transmission-sig': 'QUFBQQ==',
    ...changes,
  },
})
const refused = { status: 401, code: 'UNAUTHENTICATED', isCheap: true } as const

export const webhookAttacks: readonly Attack[] = [
  {
    id: 'W1',
    what: 'a webhook without a signature',
    send: ({ anonymous }) => anonymous.post('/api/webhooks/paypal', forged()),
    ...refused,
  },
  {
    id: 'W2',
    what: "a webhook with a certificate on the attacker's host",
    send: ({ anonymous }) =>
      anonymous.post(
        '/api/webhooks/paypal',
        forged(),
        signedAs({ 'paypal-cert-url': 'https://api.paypal.com.evil.test/v1/notifications/certs/CERT-1' }),
      ),
    ...refused,
  },
  {
    id: 'W3',
    what: 'a webhook with a certificate of real payments, to a shop of test payments',
    send: ({ anonymous }) => anonymous.post('/api/webhooks/paypal', forged(), signedAs()),
    ...refused,
  },
  {
    id: 'W4',
    what: 'a webhook with an admin’s token instead of a signature',
    send: ({ root }) => root.post('/api/webhooks/paypal', forged()),
    ...refused,
  },
  {
    id: 'W5',
    what: 'a webhook of 70 KiB',
    send: ({ anonymous }) => anonymous.post('/api/webhooks/paypal', forged({ id: 'x'.repeat(70 * 1024) })),
    status: 413,
    code: 'TOO_LARGE',
  },
]
