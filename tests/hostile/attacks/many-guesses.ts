import { randomUUID } from 'node:crypto'
import type { HostileAttack } from '../hostile-attack.ts'
import { askForEver } from '../hostile-sockets.ts'
import { jsonRequest } from '../raw-requests.ts'

const CONNECTIONS = 40

export const manyGuesses: HostileAttack = {
  name: 'many guesses',
  does: `signs in and registers over ${CONNECTIONS} connections, with ever other addresses and passwords`,
  alsoDistributed: true,
  prepare: async (target) => () => {
    const ask = (n: number) => {
      const person = { email: `${n}@x.test`, password: randomUUID() }
      return n % 2 === 0
        ? jsonRequest('POST', '/api/users/login', person)
        : jsonRequest('POST', '/api/users/register', { name: 'Eve', ...person })
    }
    for (let n = 0; n < CONNECTIONS; n++) askForEver(target, ask, { atOnce: 1 })
  },
}
