import { readFileSync } from 'node:fs'
import * as z from 'zod'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The checked fields of a line that `npm run shop -- ask … --json` printed. */
const KeptAnswer = z.object({
  sql: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  asOf: z.object({ event: z.int().min(0), moment: z.string() }),
  rangeDigest: digest,
  questionDigest: digest,
  resultDigest: digest,
  /** Answers with digests of version 1 do not have this field. */
  digestVersion: z.int().default(1),
  schemaDigest: digest,
  unverifiable: z.array(z.string()),
})
/** `name`: the answer's file and line. */
export type KeptAnswer = z.output<typeof KeptAnswer> & Readonly<{ name: string }>

/** Throws for a line that is neither blank nor a kept answer. */
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
    throw new Error(`${name} was not printed by npm run shop -- ask … --json`, { cause })
  }
}
