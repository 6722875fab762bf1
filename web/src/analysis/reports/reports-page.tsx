import { PageHead } from '../../admin/parts/page-head.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { useAddressQuery } from '../../lib/address-query.ts'
import { ReportView } from './report-view.tsx'
import { reportNamed, reports } from './reports.ts'

/** The list of reports, or the report that the address names. */
export function ReportsPage() {
  const { params } = useAddressQuery()
  const report = reportNamed(params.get('report'))
  if (report) return <ReportView key={report.slug} report={report} />
  return (
    <>
      <PageHead title="Reports" lead="Questions that are ready to be read. Each can be opened and changed." />
      <ul className="grid gap-x-10 border-b border-hair lg:grid-cols-2">
        {reports.map(({ slug, question: { title, rule } }) => (
          <li key={slug} className="border-t border-hair py-4">
            <h2 className="type-h3">
              <RowLink to={`/analysis/reports?report=${slug}`}>{title}</RowLink>
            </h2>
            <p className="type-small max-w-[65ch] text-rinse">{rule}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
