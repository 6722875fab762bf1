import { pathIn } from '../questions/result-files.ts'
import type { KeptAnswer } from './kept-answers.ts'
import { archived, endOf } from './write-archive.ts'

export async function* answerArchive(
  exportId: string,
  { question, answer, made, place }: KeptAnswer,
): AsyncGenerator<Buffer> {
  const { asOf, rangeDigest, questionDigest, resultDigest, digestVersion, schemaDigest, engine, unverifiable } = answer
  const { columns, rows } = made
  const files = yield* archived(
    made.files.map((file) => ({ ...file, table: 'answer', path: pathIn(place, file.name) })),
  )
  const { sql, parameters } = question
  yield endOf({
    format: 1,
    export: exportId,
    events: { from: 1, to: asOf.event, types: [] },
    question: {
      sql,
      parameters: { ...parameters },
      moment: asOf.moment,
      questionDigest,
      resultDigest,
      digestVersion,
      schemaDigest,
      engine,
      unverifiable: [...unverifiable],
    },
    rangeDigest,
    tables: [{ name: 'answer', columns: [...columns], rows }],
    files,
  })
}
