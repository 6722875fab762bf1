import { describe } from 'vitest'
import { networkAttacks } from './all-attacks.ts'
import { tryAttacksOn } from './hostile-suite.ts'

// Only on Linux, every address of 127.* belongs to this machine.
describe.runIf(process.platform === 'linux')('one hostile client does not stop the embedded shop', () =>
  tryAttacksOn('embedded'),
)

// The proxy is trusted, so clients have the addresses that the proxy names.
describe('the many clients of one network do not stop the embedded shop', () =>
  tryAttacksOn('embedded', { attacks: networkAttacks, isBehindProxy: true }))
