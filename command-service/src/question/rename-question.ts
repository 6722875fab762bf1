import { invalidField, isShopError, ShopError } from '@shop/language/errors'
import { type QuestionRenamed, questionStream } from '@shop/language/question/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { accountOf } from '../account/accounts.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { followOnBoard } from './follow-on-board.ts'
import { followSubscribers } from './follow-subscribers.ts'
import { questionDecider } from './question-decider.ts'
import { requireNoPerson } from './words-of-person.ts'

type Renamed = ReturnType<typeof QuestionRenamed>['data']

/**
 * Saves a question's text under a new name, and then ends the old name. If the request dies in between, a job ends the old name. Throws
 * CONFLICT if another question has the new name, or if the text was erased with its author's account. Throws VALIDATION_FAILED if the names
 * are equal, or if the text names its author (earlier releases saved such texts).
 */
export async function renameQuestion(commands: Parts['commands'], renamed: Renamed, metadata: CommandMetadata) {
  const { name, newName, byId: authorId, renamedAt: savedAt } = renamed
  if (newName === name) throw invalidField('name', 'The question has this name already')
  const taken = questionStream(newName)
  const own = furtherCommand(metadata, 'take name')
  const { state: before } = await commands.load(questionDecider, questionStream(name))
  if (before.isListed) {
    const { kind, sql, parameters, rule, authorId: writerId } = before
    if (sql === null && rule === null)
      throw new ShopError('CONFLICT', 'The text of this question was erased with the account of its author')
    requireNoPerson(before, await accountOf(commands, writerId))
    await commands.handle(
      questionDecider,
      taken,
      { type: 'TakeName', kind, name: newName, formerName: name, authorId, sql, parameters, rule, savedAt },
      own,
    )
  }
  const ended = await endOldName(commands, renamed, metadata).catch(async (refusal: unknown) => {
    // The job has ended the name that this request has renamed.
    const isDone = isShopError(refusal, 'NOT_FOUND') && (await commands.answered(questionDecider, taken, own))
    return isDone || Promise.reject(refusal)
  })
  return { state: (await commands.load(questionDecider, taken)).state, position: ended.position }
}

/** Ends the old name of a rename whose request died. A name under which a question was saved since stays. */
export async function finishRename(commands: Parts['commands'], renamed: Renamed, metadata: CommandMetadata) {
  const { isListed, savedAt } = (await commands.load(questionDecider, questionStream(renamed.name))).state
  if (isListed && savedAt <= renamed.renamedAt) await endOldName(commands, renamed, metadata)
}

async function endOldName(
  commands: Parts['commands'],
  { name, newName, byId, renamedAt: at }: Renamed,
  metadata: CommandMetadata,
) {
  await followOnBoard(commands, { name, newName, byId, at }, metadata)
  await followSubscribers(commands, { name, newName, at }, metadata)
  const rename = { type: 'Rename', name, newName, byId, renamedAt: at } as const
  return commands.handle(questionDecider, questionStream(name), rename, metadata)
}
