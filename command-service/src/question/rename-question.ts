import { invalidField, ShopError } from '@shop/language/errors'
import { type QuestionRenamed, questionStream } from '@shop/language/question/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { accountOf } from '../account/accounts.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { followOnBoard } from './follow-on-board.ts'
import { followSubscribers } from './follow-subscribers.ts'
import { questionDecider } from './question-decider.ts'
import { requireNoPerson } from './words-of-person.ts'

/**
 * Saves a question's text under a new name, moves the question's place on the board and its subscribers, and then ends the old name. Throws
 * CONFLICT if another question has the new name, or if the text was erased with its author's account. Throws VALIDATION_FAILED if the names
 * are equal, or if the text names its author (earlier releases saved such texts).
 */
export async function renameQuestion(
  commands: Parts['commands'],
  renamed: ReturnType<typeof QuestionRenamed>['data'],
  metadata: CommandMetadata,
) {
  const { name, newName, byId: authorId, renamedAt: savedAt } = renamed
  if (newName === name) throw invalidField('name', 'The question has this name already')
  const taken = questionStream(newName)
  const { state: before } = await commands.load(questionDecider, questionStream(name))
  if (before.isListed) {
    const { kind, sql, parameters, rule, authorId: writerId } = before
    if (sql === null && rule === null)
      throw new ShopError('CONFLICT', 'The text of this question was erased with the account of its author')
    requireNoPerson(before, await accountOf(commands, writerId))
    await commands.handle(
      questionDecider,
      taken,
      { type: 'TakeName', kind, name: newName, authorId, sql, parameters, rule, savedAt },
      furtherCommand(metadata, 'take name'),
    )
    await followOnBoard(commands, { name, newName, byId: authorId, at: savedAt }, metadata)
    await followSubscribers(commands, { name, newName, at: savedAt }, metadata)
  }
  const { position } = await commands.handle(
    questionDecider,
    questionStream(name),
    { type: 'Rename', ...renamed },
    metadata,
  )
  return { state: (await commands.load(questionDecider, taken)).state, position }
}
