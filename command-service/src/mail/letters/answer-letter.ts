import { isMoney } from '@shop/language/analysis/money-column'
import type { RunAnswer, RunColumn } from '@shop/language/analysis/runs'
import type { Parts } from '../../parts.ts'
import type { AnsweredQuestion } from '../../question/answer-for-mail.ts'
import { type Block, type Letter, text } from '../letter.ts'
import { money } from './pieces.ts'

const MOST_ROWS = 50
const MOST_COLUMNS = 8

export function answerLetter(
  { name, version, asOf, run }: AnsweredQuestion,
  { links, timeZone }: Pick<Parts, 'links' | 'timeZone'>,
): Letter {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' })
  const day = format.format(new Date(asOf))
  const moment = `${day}, 8:00 AM (${timeZone})`
  const it = run.answer ? 'answer' : 'question'
  return {
    subject: `${name}, ${day}`,
    preview: run.answer ? `The answer as of ${asOf.slice(0, 16).replace('T', ' ')} UTC` : 'The question failed',
    heading: name,
    blocks: [
      ...(run.answer
        ? [text(`This is the answer as of ${moment}.`), ...answerBlocks(run.answer)]
        : [text(`We asked the question as of ${moment}, but it failed: ${run.failure?.message ?? ''}`)]),
      { is: 'action', label: `Open the ${it}`, href: links.answer(name, version, asOf) },
      ...(run.answer ? [text(evidenceOf(run.answer))] : []),
      text(`We send you this email every Monday. To stop these emails, open the ${it} and choose “End the mails”.`),
    ],
  }
}

/** A mailbox is outside of the shop, so a digest in it shows later whether the log was changed (reliability R18). */
const evidenceOf = ({ asOf, rangeDigest }: RunAnswer) =>
  `Keep this email as evidence: the digest of the events 1 to ${asOf.event} is ${rangeDigest}. To find out later whether these events were changed, compare it under “Heads as of earlier events” on the page Questions.`

function answerBlocks(answer: RunAnswer): readonly Block[] {
  return [...rowBlocks(answer), ...(answer.dataEnds === undefined ? [] : [text(`${answer.dataEnds}.`)])]
}

function rowBlocks({ columns, rows, truncated }: RunAnswer): readonly Block[] {
  if (rows.length === 0) return [text('The answer has no rows.')]
  const shown = columns.flatMap((column, at) => (isShown(column) ? [{ column, at }] : [])).slice(0, MOST_COLUMNS)
  const isPart = truncated || rows.length > MOST_ROWS
  const isNarrow = columns.filter(({ kind }) => kind !== 'evidence').length > shown.length
  return [
    {
      is: 'table',
      columns: shown.map(({ column: { name, kind } }) => ({ name, isNumber: kind === 'integer' || kind === 'number' })),
      rows: rows.slice(0, MOST_ROWS).map((row) => shown.map(({ column, at }) => words(column, row[at] ?? null))),
    },
    ...(isPart ? [text(`This email shows ${Math.min(rows.length, MOST_ROWS)} rows. The answer has more.`)] : []),
    ...(isNarrow ? [text('This email leaves out some columns. The answer’s page has them.')] : []),
  ]
}

const isShown = ({ kind }: RunColumn) => kind !== 'evidence' && kind !== 'list' && kind !== 'record'

function words(column: RunColumn, cell: RunAnswer['rows'][number][number]): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (isMoney(column)) return money(Number(cell))
  if (typeof cell === 'number') return cell.toLocaleString('en-US')
  return column.kind === 'moment' ? String(cell).slice(0, 19).replace('T', ' ') : String(cell)
}
