import { describe } from 'vitest'
import { tryAttacksOn } from './hostile/hostile-suite.ts'

// Every address of 127.* is this machine's own on Linux only.
describe.runIf(process.platform === 'linux')('one hostile client does not stop the embedded shop', () =>
  tryAttacksOn('embedded'),
)
