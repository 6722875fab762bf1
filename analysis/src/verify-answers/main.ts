import { join } from 'node:path'
import { readConfig } from '@shop/server/config'
import { runTool } from '@shop/server/run-tool'
import { openStoredLog } from '@shop/server/stored-log'
import { compareLog } from '../copy/compare-log.ts'
import { damagedFilesOf } from '../questions/damaged-files.ts'
import { runQuestion } from '../questions/run-question.ts'
import { readKeptAnswers } from './kept-answers.ts'
import { verifyAnswers } from './verify-answers.ts'

const USAGE = 'npm run shop -- verify-answers <answers>... [--times=<times>]'

/** Checks whether kept answers match this shop's log and copy, and whether its engine answers the same again. */
await runTool(USAGE, async (_, has, files, given) => {
  const times = Number(given('--times') ?? 1)
  if (has('--times') && !(Number.isInteger(times) && times > 0)) throw new Error(`Usage: ${USAGE}`)
  const { dataFolder, stores } = readConfig(undefined, 'none')
  const folder = join(dataFolder, 'analysis')
  const kept = readKeptAnswers(files)
  const log = await openStoredLog(stores.events)
  try {
    const compared = await compareLog(folder, log.batches(), new Set(kept.map(({ asOf }) => asOf.event)))
    const { found, notCompared } = await verifyAnswers(kept, {
      times,
      log: compared,
      damaged: damagedFilesOf(folder),
      ask: (question) => runQuestion(folder, question),
    })
    for (const line of notCompared) process.stdout.write(`${line}\n`)
    for (const line of found) process.stdout.write(`FOUND ${line}\n`)
    if (found.length > 0) throw new Error(`Findings: ${found.length}, in ${kept.length} answers`)
    const unverifiable = kept.filter((answer) => answer.unverifiable.length > 0).length
    const remarks = [
      ...(unverifiable > 0 ? [`; the results of ${unverifiable} cannot be verified`] : []),
      ...(notCompared.length > 0 ? [`; the results of ${notCompared.length} cannot be compared`] : []),
    ].join('')
    process.stdout.write(`${counted(kept.length, times)} the log's ${compared.events} events${remarks}\n`)
  } finally {
    await log.close()
  }
})

function counted(answers: number, times: number) {
  const asked = times === 1 ? 'asked once' : `asked ${times} times each`
  return answers === 1 ? `1 answer, ${asked.replace(' each', '')}, matches` : `${answers} answers, ${asked}, match`
}
