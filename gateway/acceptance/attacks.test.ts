import { tryAttacks } from './attacks-suite.ts'
import { allAttacks } from './attacks-table.ts'

tryAttacks(allAttacks)
