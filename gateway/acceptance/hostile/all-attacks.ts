import { longQueries } from './attacks/long-queries.ts'
import { manyGuesses } from './attacks/many-guesses.ts'
import { pagesOverMany } from './attacks/pages-over-many-connections.ts'
import { pipelinedPages } from './attacks/pipelined-pages.ts'
import { slowBodies } from './attacks/slow-bodies.ts'
import { slowHeads } from './attacks/slow-heads.ts'
import { slowUploads } from './attacks/slow-uploads.ts'
import { tallPictures } from './attacks/tall-pictures.ts'
import type { HostileAttack } from './hostile-attack.ts'

/** TABLE: what one hostile client does. */
export const attacks: readonly HostileAttack[] = [
  slowHeads,
  slowBodies,
  slowUploads,
  pagesOverMany,
  pipelinedPages,
  longQueries,
  manyGuesses,
  tallPictures,
]
