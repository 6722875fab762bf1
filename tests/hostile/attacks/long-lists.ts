import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'

const READERS = 20
const PRODUCTS = 1000

export const longLists: HostileAttack = {
  name: 'long lists',
  does: `reads lists of ${PRODUCTS} products with ${READERS} connections, each time another`,
  onlyLong: true,
  async prepare(target) {
    const { adminAt, listProduct } = await import('../../support/people.ts')
    const admin = await adminAt(target.url)
    for (let listed = 0; listed < PRODUCTS; listed += READERS)
      await Promise.all(Array.from({ length: READERS }, () => listProduct(admin, { description: 'long '.repeat(60) })))
    const ask = (n: number) =>
      `GET /api/products?limit=1000&minPrice=${((n % 900) + 1) / 100} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`
    return () => {
      for (let n = 0; n < READERS; n++) askForEver(target, ask, { atOnce: 1 })
    }
  },
}
