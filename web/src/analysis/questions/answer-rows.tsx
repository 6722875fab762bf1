import type { RunAnswer } from '@shop/language/analysis/runs'
import { useMemo, useState } from 'react'
import { SearchField } from '../../admin/parts/search-field.tsx'
import { numeral } from '../../lib/numeral.ts'
import type { FewCases } from '../reports/few-cases.ts'
import { useFirst } from '../use-first.tsx'
import { AnswerTable } from './answer-table.tsx'
import { nameOfRow, productOf, type RowEvidence, totalOf } from './cells.ts'
import type { ColumnHeading } from './column-words.ts'
import { Evidence } from './evidence.tsx'
import { rowsWith } from './find-rows.ts'

type RowsProps = {
  answer: RunAnswer
  /** How many cases a rate or an average is from, if they are few. */
  few: FewCases
  /** The columns with a total of the found rows. */
  totals: readonly string[] | undefined
  isReport: boolean
  heading: ColumnHeading
}

export function AnswerRows({ answer, few, totals, isReport, heading }: RowsProps) {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<{ press: number; row: number; evidence: RowEvidence }>()
  const { columns, rows } = answer
  const found = useMemo(() => rowsWith(answer, text), [answer, text])
  const { first, shown, more } = useFirst(found, 'rows')
  return (
    <>
      {rows.length > first && <FindRows text={text} onFind={setText} found={found.length} of={rows.length} />}
      {found.length > 0 && (
        <AnswerTable
          few={few}
          columns={columns}
          rows={rows}
          shown={shown}
          total={totals && totalOf({ columns, rows: found.map((row) => rows[row]!) }, totals)}
          isReport={isReport}
          heading={heading}
          onEvidence={(row, evidence) => setOpened((last) => ({ press: (last?.press ?? 0) + 1, row, evidence }))}
          below={(row) =>
            row === opened?.row && (
              <Evidence
                key={opened.press}
                of={nameOfRow(answer, row)}
                evidence={opened.evidence}
                asOf={answer.asOf.event}
                product={productOf(answer, row)}
                onClose={() => setOpened(undefined)}
              />
            )
          }
        />
      )}
      {more}
    </>
  )
}

type FindProps = { text: string; onFind: (text: string) => void; found: number; of: number }

const FindRows = ({ text, onFind, found, of }: FindProps) => (
  <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
    <SearchField label="Find a text in the rows" value={text} onFind={onFind} />
    <p role="status" className="type-small num text-rinse">
      {text !== '' && `Found: ${numeral(found)} of ${numeral(of)} rows. CSV, Copy and exports have all rows.`}
    </p>
  </div>
)
