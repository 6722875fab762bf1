import type { Run } from '@shop/language/analysis/runs'
import { questionStream } from '@shop/language/question/events'
import { accountOf } from '../account/accounts.ts'
import type { Parts } from '../parts.ts'
import { questionDecider } from './question-decider.ts'

export type AnsweredQuestion = Readonly<{ name: string; version: number; asOf: string; run: Run }>

type About = Readonly<{ accountId: string; name: string; asOf: string }>

/**
 * Asks a saved question with the rights of its subscriber. Undefined if the question or its text is gone, or if the subscriber may no
 * longer read answers. 'later' if the analysis room cannot answer yet (AskAnalysis).
 */
export async function answerForMail(
  { commands, tokens, askAnalysis }: Pick<Parts, 'commands' | 'tokens' | 'askAnalysis'>,
  { accountId, name, asOf }: About,
  id: string,
): Promise<AnsweredQuestion | 'later' | undefined> {
  const { state } = await commands.load(questionDecider, questionStream(name))
  const { isListed, sql, savedVersion: version, parameters } = state
  const account = await accountOf(commands, accountId)
  if (!isListed || sql === null || account.status !== 'active') return undefined
  const token = await tokens.sign({ accountId, ver: account.ver })
  const run = await askAnalysis({ sql, parameters: parameters ?? {}, asOf }, token, id)
  if (run === 'refused') return undefined
  return run === 'later' ? run : { name, version, asOf, run }
}
