import { countersContract } from './contract/counters-contract.ts'
import { createMemoryCounters } from './memory-counters.ts'

countersContract(async () => createMemoryCounters())
