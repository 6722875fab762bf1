import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'

const LISTENERS = 1200

export const allLivePlaces: HostileAttack = {
  name: 'all live places',
  does: `listens to live changes ${LISTENERS} times`,
  onlyLong: true,
  prepare: async (target) => () => {
    const listen = 'GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n'
    for (let n = 0; n < LISTENERS; n++) askForEver(target, () => listen, { atOnce: 1 })
  },
}
