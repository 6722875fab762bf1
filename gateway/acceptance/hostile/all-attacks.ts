import { slowHeads } from './attacks/slow-heads.ts'
import type { HostileAttack } from './hostile-attack.ts'

/** TABLE: what one hostile client does. */
export const attacks: readonly HostileAttack[] = [slowHeads]
