import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'

const CONNECTIONS = 200

export const pagesOverMany: HostileAttack = {
  name: 'pages over many connections',
  does: `asks for one page after another over ${CONNECTIONS} connections`,
  alsoDistributed: true,
  prepare: async (target) => () => {
    const page = (n: number) =>
      `GET /product/${target.productId}?n=${n} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`
    for (let n = 0; n < CONNECTIONS; n++) askForEver(target, page, { atOnce: 1 })
  },
}
