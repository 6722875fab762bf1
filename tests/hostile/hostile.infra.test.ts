import { describe } from 'vitest'
import { hasServers } from '../support/distributed-shop.ts'
import { tryAttacksOn } from './hostile-suite.ts'

describe.runIf(hasServers && process.platform === 'linux')(
  'one hostile client does not stop the shop of several processes',
  () => tryAttacksOn('distributed'),
)
