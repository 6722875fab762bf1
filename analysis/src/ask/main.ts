import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '@shop/server/config'
import { runReportingErrors } from '@shop/server/run-tool'
import type { ParameterValue } from '../questions/question.ts'
import { runQuestion } from '../questions/run-question.ts'
import { tableOfAnswer } from './answer-table.ts'

const USAGE = 'Usage: npm run shop -- ask "SELECT …" [--as-of <event or moment>] [-p <name>=<value>]… [--json]'

/** `--json` prints the whole answer. */
await runReportingErrors(async () => {
  const { values, positionals } = typed()
  const [sql, ...others] = positionals
  if (!sql || others.length > 0) throw new Error(USAGE)
  const { dataFolder, trailFolder } = readConfig(undefined, 'none')
  const asOf = values['as-of']
  const parameters = Object.fromEntries(values.parameter.map(parameterIn))
  const question = {
    sql,
    parameters,
    ...(asOf !== undefined && { asOf: /^\d+$/.test(asOf) ? Number(asOf) : momentIn(asOf) }),
  }
  const answer = await runQuestion(join(dataFolder, 'analysis'), question, {
    trail: trailFolder,
    checksFiles: true,
  })
  process.stdout.write(values.json ? `${JSON.stringify({ sql, parameters, ...answer })}\n` : tableOfAnswer(answer))
})

function typed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'as-of': { type: 'string' },
        parameter: { type: 'string', short: 'p', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new Error(USAGE)
  }
}

/** `days=14` gives a number, `since=2026-03-01` a text. */
function parameterIn(word: string): [string, ParameterValue] {
  const [, name, value] = /^\$?(\w+)=(.*)$/s.exec(word) ?? []
  if (name === undefined || value === undefined) throw new Error(USAGE)
  return [name, /^(true|false|null|-?\d+(\.\d+)?)$/.test(value) ? JSON.parse(value) : value]
}

function momentIn(text: string): string {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) throw new Error(`${text} is neither the number of an event nor a moment`)
  return moment.toISOString()
}
