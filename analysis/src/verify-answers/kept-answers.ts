import { readFileSync } from 'node:fs'
import * as z from 'zod'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The part of a kept answer that is checked. A kept answer is a line that `npm run ask -- … --json` printed. */
const KeptAnswer = z.object({
  sql: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  asOf: z.object({ event: z.int().min(0), moment: z.string() }),
  rangeDigest: digest,
  questionDigest: digest,
  resultDigest: digest,
  /** Answers of the first version do not have it. */
  digestVersion: z.int().default(1),
  schemaDigest: digest,
  unverifiable: z.array(z.string()),
})
/** `name`: its file and line, for messages. */
export type KeptAnswer = z.output<typeof KeptAnswer> & Readonly<{ name: string }>

/** Reads files of kept answers, one a line. Throws for a line that is not an answer. */
export function readKeptAnswers(files: readonly string[]): readonly KeptAnswer[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.trim() === '' ? [] : [{ ...answerIn(line, `${file}:${index + 1}`) }])),
  )
}

function answerIn(line: string, name: string): KeptAnswer {
  try {
    return { ...KeptAnswer.parse(JSON.parse(line)), name }
  } catch (cause) {
    throw new Error(`${name} is no answer of npm run ask -- … --json`, { cause })
  }
}
