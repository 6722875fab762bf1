import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer } from '../questions/question.ts'
import { type ChildOptions, runChild } from '../questions/run-child.ts'
import { whileWritten } from '../questions/run-question.ts'
import { copySql } from '../questions/table-sql.ts'
import type { ReducerTask } from './reduce-events.ts'
import type { Reduction } from './reduction.ts'

const CHILD = fileURLToPath(import.meta.resolve('./child.ts'))
/** Isolates do not work with Node's snapshot. */
const RESTRICTED = ['--no-node-snapshot', '--permission', '--allow-fs-read=*', '--allow-addons', '--no-warnings']

const TOO_LONG = 'Select fewer events, or change the rule if it has a loop that does not end'

/** Folds events of the copy in `folder` by a rule, in an isolate in its own process. Throws `QuestionFailed`. */
export function runReducer(folder: string, reduction: Reduction, options: ChildOptions = {}): Promise<Answer> {
  const task: ReducerTask = { folder: resolve(folder), reduction, sql: copySql }
  return whileWritten(options, () => runChild(CHILD, task, { advice: TOO_LONG, ...options, execArgv: RESTRICTED }))
}
