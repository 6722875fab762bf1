import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'

const CONNECTIONS = 10

export const longQueries: HostileAttack = {
  name: 'long queries',
  does: 'asks with thousands of parameters of one name: live changes, lists, and the pages of test payments',
  prepare: async (target) => () => {
    const paths = [
      `/api/live?${'a=&'.repeat(1364)}`,
      `/api/products?${'a=&'.repeat(1364)}`,
      `/simulator/paypal/checkoutnow?${'a=&'.repeat(5000)}`,
      `/simulator/paypal/sdk/js?${'a=&'.repeat(5000)}`,
    ]
    const ask = (n: number) => `GET ${paths[n % paths.length]} HTTP/1.1\r\nHost: x\r\n\r\n`
    for (let n = 0; n < CONNECTIONS; n++) askForEver(target, ask, { atOnce: 1, reconnectAfterMs: 300 })
  },
}
