import { allLivePlaces } from './attacks/all-live-places.ts'
import { hoardedStock } from './attacks/hoarded-stock.ts'
import { longLists } from './attacks/long-lists.ts'
import { longQueries } from './attacks/long-queries.ts'
import { madeUpWebhooks } from './attacks/made-up-webhooks.ts'
import { manyCommands } from './attacks/many-commands.ts'
import { manyGuesses } from './attacks/many-guesses.ts'
import { manyPayments } from './attacks/many-payments.ts'
import { listsOfANetwork, pagesOfANetwork, signInsOfANetwork } from './attacks/of-a-network.ts'
import { pagesOverMany } from './attacks/pages-over-many-connections.ts'
import { pipelinedPages } from './attacks/pipelined-pages.ts'
import { slowBodies } from './attacks/slow-bodies.ts'
import { slowHeads } from './attacks/slow-heads.ts'
import { slowUploads } from './attacks/slow-uploads.ts'
import { tallPictures } from './attacks/tall-pictures.ts'
import type { HostileAttack } from './hostile-attack.ts'

/** TABLE: the attacks of one hostile client. */
export const attacks: readonly HostileAttack[] = [
  slowHeads,
  slowBodies,
  slowUploads,
  pagesOverMany,
  pipelinedPages,
  longQueries,
  manyCommands,
  manyPayments,
  manyGuesses,
  tallPictures,
  allLivePlaces,
  longLists,
  hoardedStock,
  madeUpWebhooks,
]

/** TABLE: the attacks of several clients in one network, behind a proxy. */
export const networkAttacks: readonly HostileAttack[] = [pagesOfANetwork, listsOfANetwork, signInsOfANetwork]
