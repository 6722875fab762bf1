import type { Answer, Cell, ColumnKind } from '../questions/question.ts'

const MOST_CHARACTERS = 40
const toTheRight: readonly ColumnKind[] = ['integer', 'number']

export function tableOfAnswer(answer: Answer): string {
  const { columns, rows, asOf } = answer
  const texts = [columns.map(({ name }) => name), ...rows.map((row) => row.map(textOf))]
  const widths = columns.map((_, at) => Math.max(...texts.map((line) => line[at]?.length ?? 0)))
  const padded = (line: readonly string[]) =>
    line
      .map((text, at) =>
        toTheRight.includes(columns[at]?.kind ?? 'text') ? text.padStart(widths[at]!) : text.padEnd(widths[at]!),
      )
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = texts
  return [
    padded(head),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...body.map(padded),
    '',
    `${rows.length} rows${answer.truncated ? ', and more rows that are not shown' : ''}, ${answer.elapsedMs} ms`,
    `events   1 to ${asOf.event}, now() is ${asOf.moment}`,
    `range    ${answer.rangeDigest}`,
    `question ${answer.questionDigest}`,
    `result   ${answer.resultDigest}`,
    `tables   ${answer.schemaDigest}`,
    `engine   ${answer.engine}`,
    ...(answer.dataEnds === undefined ? [] : [`note     ${answer.dataEnds}`]),
    ...(answer.neverWritten ?? []).map((sentence) => `note     ${sentence}`),
    ...answer.unverifiable.map((reason) => `cannot be verified: ${reason}`),
    '',
  ].join('\n')
}

function textOf(cell: Cell): string {
  const text = cell === null ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  // Control characters could change the reader's terminal.
  const plain = text.replace(/\p{Cc}/gu, ' ')
  return plain.length > MOST_CHARACTERS ? `${plain.slice(0, MOST_CHARACTERS - 1)}…` : plain
}
