import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'
import { jsonRequest } from '../raw-requests.ts'

const CONNECTIONS = 40

export const madeUpWebhooks: HostileAttack = {
  name: 'made-up webhooks',
  does: `sends webhooks with ever other certificates over ${CONNECTIONS} connections`,
  prepare: async (target) => () => {
    const ask = (n: number) =>
      jsonRequest(
        'POST',
        '/api/webhooks/paypal',
        { id: `WH-${n}`, event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: `PP${n}` } },
        {
          'PayPal-Transmission-Id': `made-up-${n}`,
          'PayPal-Transmission-Time': '2026-01-01T10:00:00Z',
          'PayPal-Transmission-Sig': 'AAAA',
          'PayPal-Auth-Algo': 'SHA256withRSA',
          'PayPal-Cert-Url': `${target.url}/simulator/paypal/v1/notifications/certs/CERT-${n}`,
        },
      )
    for (let n = 0; n < CONNECTIONS; n++) askForEver(target, ask, { atOnce: 1 })
  },
}
