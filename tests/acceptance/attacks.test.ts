import { tryAttacks } from './attacks/attacks-suite.ts'
import { allAttacks } from './attacks/attacks-table.ts'

tryAttacks(allAttacks)
