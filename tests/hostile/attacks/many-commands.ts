import { strongGuestId } from '../../support/strong-guest-id.ts'
import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'
import { jsonRequest } from '../raw-requests.ts'

const CONNECTIONS = 40

export const manyCommands: HostileAttack = {
  name: 'many commands',
  does: `changes carts over ${CONNECTIONS} connections: ever new guests', and one guest's under one Idempotency-Key`,
  prepare: async (target) => () => {
    const line = { productId: target.productId, size: 'M', color: 'Red', quantity: 1 }
    const repeat = jsonRequest(
      'POST',
      '/api/cart',
      { ...line, guestId: strongGuestId() },
      { 'Idempotency-Key': 'again' },
    )
    const ask = (n: number) =>
      n % 2 === 0 ? repeat : jsonRequest('POST', '/api/cart', { ...line, guestId: strongGuestId() })
    for (let n = 0; n < CONNECTIONS; n++) askForEver(target, ask, { atOnce: 1 })
  },
}
