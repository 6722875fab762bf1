import { useQuery } from '@tanstack/react-query'
import { Link } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { momentInWords } from '../orders/history-words.ts'
import { caseWords } from './case-words.ts'
import { caseQueries } from './cases-api.ts'
import { codeInWords } from './code-words.tsx'

/** A note for each open case of the order, or of the checkout that became the order. */
export function CasesOfOrder({ orderId }: { orderId: string }) {
  const { data = [] } = useQuery(caseQueries.openOf(orderId))
  return data
    .filter((one) => [one.orderId, one.checkoutId].includes(orderId))
    .map(({ _id, kind, code, dispute }) => (
      <Note key={_id} className="mb-4" tone="warn">
        <p>
          Open case:{' '}
          <Link to={`/admin/cases/${_id}`} className="font-semibold underline">
            {caseWords[kind].title}
          </Link>
          . {codeInWords(code) ?? code}.{dispute?.dueAt && ` Your answer is due ${momentInWords(dispute.dueAt)}.`}
        </p>
      </Note>
    ))
}

/** Makes a link of the words “Needs attention”. */
export function WithCasesLink({ children }: { children: string }) {
  const [before, after] = children.split('“Needs attention”')
  if (after === undefined) return before
  return (
    <>
      {before}“
      <Link to="/admin/cases" className="font-semibold underline">
        Needs attention
      </Link>
      ”{after}
    </>
  )
}
