import type { RunAnswer } from '@shop/language/analysis/runs'
import { Figure, FigureRow } from '../../admin/dashboard/figures.tsx'
import type { Report } from '../reports/report.ts'
import { answerFigures } from './answer-figures.ts'

export function AnswerFigures({ answer, report }: { answer: RunAnswer; report: Report | undefined }) {
  const wanted = report?.figures
  const figures = typeof wanted === 'function' ? wanted(answer) : answerFigures(answer, wanted)
  if (figures.length === 0 || answer.compared) return null
  return (
    <div className="mb-5">
      <FigureRow>
        {figures.map(({ name, value, note }, at) => (
          <Figure key={at} name={name} value={value}>
            {note}
          </Figure>
        ))}
      </FigureRow>
    </div>
  )
}
