import { manyGuesses } from './attacks/many-guesses.ts'
import { slowHeads } from './attacks/slow-heads.ts'
import { tallPictures } from './attacks/tall-pictures.ts'
import type { HostileAttack } from './hostile-attack.ts'

/** TABLE: what one hostile client does. */
export const attacks: readonly HostileAttack[] = [slowHeads, manyGuesses, tallPictures]
