import type { RunAnswer } from '@shop/language/analysis/runs'
import { Figure, FigureRow } from '../../admin/dashboard/figures.tsx'
import type { FewCases } from '../reports/few-cases.ts'
import type { Report } from '../reports/report.ts'
import { type AnswerFigure, answerFigures } from './answer-figures.ts'
import { OfFew } from './few-mark.tsx'

export function shownFigures(
  answer: RunAnswer,
  report: Report | undefined,
  few: FewCases,
  opened?: string,
): readonly AnswerFigure[] {
  const wanted = report?.figures
  if (answer.compared) return []
  return typeof wanted === 'function' ? wanted(answer) : answerFigures(answer, wanted, few, opened)
}

export const AnswerFigures = ({ figures }: { figures: readonly AnswerFigure[] }) =>
  figures.length > 0 && (
    <div className="mb-5">
      <FigureRow>
        {figures.map(({ name, value, note, few }, at) => (
          <Figure key={at} name={name} value={value}>
            <span>
              {withWholeDates(note)}
              <OfFew count={few} />
            </span>
          </Figure>
        ))}
      </FigureRow>
    </div>
  )

/** A line does not break inside a date. */
const withWholeDates = (note: string) =>
  note.split(/(\d{4}-\d\d-\d\d)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
