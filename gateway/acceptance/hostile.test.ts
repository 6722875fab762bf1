import { describe } from 'vitest'
import { networkAttacks } from './hostile/all-attacks.ts'
import { tryAttacksOn } from './hostile/hostile-suite.ts'

// Every address of 127.* is this machine's own on Linux only.
describe.runIf(process.platform === 'linux')('one hostile client does not stop the embedded shop', () =>
  tryAttacksOn('embedded'),
)

// Where a proxy is trusted, clients have the addresses that it names.
describe('the many clients of one network do not stop the embedded shop', () =>
  tryAttacksOn('embedded', { attacks: networkAttacks, isBehindProxy: true }))
