import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'

const CONNECTIONS = 100
const AT_ONCE = 40

export const pipelinedPages: HostileAttack = {
  name: 'pipelined pages',
  does: `asks for ${AT_ONCE} pages at once on each of ${CONNECTIONS} connections`,
  prepare: async (target) => () => {
    const page = (n: number) =>
      `GET /product/${target.productId}?n=${n} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`
    for (let n = 0; n < CONNECTIONS; n++) askForEver(target, page, { atOnce: AT_ONCE })
  },
}
