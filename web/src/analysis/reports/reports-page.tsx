import { PageHead } from '../../admin/parts/page-head.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { readAddress } from '../questions/question-address.ts'
import { useQuestionAddress } from '../questions/use-question-address.ts'
import { sentencesOf } from './report-rule.tsx'
import { ReportView } from './report-view.tsx'
import { reportNamed, reports } from './reports.ts'

export function ReportsPage() {
  const address = useQuestionAddress()
  const report = reportNamed(readAddress(address.here).report)
  if (report) return <ReportView key={`${report.slug} ${address.opening}`} report={report} address={address} />
  return (
    <>
      <PageHead title="Reports" lead="Prepared questions. You can open each of them in SQL and change it." />
      <ul className="grid gap-x-10 border-b border-hair lg:grid-cols-2">
        {reports.map(({ slug, question: { title, rule } }) => (
          <li key={slug} className="border-t border-hair py-4">
            <h2 className="type-h3">
              <RowLink to={`/analysis/reports?report=${slug}`}>{title}</RowLink>
            </h2>
            <p className="type-small max-w-[65ch] text-rinse">{sentencesOf(rule).first}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
