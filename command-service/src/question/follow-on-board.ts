import { BOARD_STREAM } from '@shop/language/question/board-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { boardDecider } from './board-decider.ts'

/** Renames a question on the board. If `newName` is absent, takes the question off. */
export async function followOnBoard(
  commands: Parts['commands'],
  followed: Readonly<{ name: string; newName?: string; byId: string; at: string }>,
  metadata: CommandMetadata,
) {
  await commands.handle(
    boardDecider,
    BOARD_STREAM,
    { type: 'Follow', ...followed },
    furtherCommand(metadata, 'follow on the board'),
  )
}
