import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'
import { jsonRequest } from '../raw-requests.ts'

const CONNECTIONS = 20

export const manyPayments: HostileAttack = {
  name: 'many payments',
  does: `says over ${CONNECTIONS} connections that made-up orders are paid`,
  onlyLong: true,
  async prepare(target) {
    const { customerAt } = await import('../../support/people.ts')
    const { token } = await customerAt(target.url)
    const ask = (n: number) =>
      jsonRequest(
        'PUT',
        '/api/checkout/pay',
        { paymentStatus: 'paid', paymentDetails: { id: `MADEUP${n}` } },
        { Authorization: `Bearer ${token}` },
      )
    return () => {
      for (let n = 0; n < CONNECTIONS; n++) askForEver(target, ask, { atOnce: 1 })
    }
  },
}
