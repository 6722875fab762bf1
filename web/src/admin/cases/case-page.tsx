import type { Case } from '@shop/language/case/api'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../lib/money.ts'
import { usePageParams } from '../../lib/page-params.ts'
import { HistoryStep } from '../orders/history-step.tsx'
import { momentInWords } from '../orders/history-words.ts'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { Fact } from '../parts/fact.tsx'
import { NotFetched } from '../parts/not-fetched.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Panel } from '../parts/panel.tsx'
import { CaseBadge } from './case-badge.tsx'
import { CaseSteps } from './case-steps.tsx'
import { caseWords } from './case-words.ts'
import { caseQueries } from './cases-api.ts'
import { CodeWords } from './code-words.tsx'

const toList = { to: '/admin/cases', label: 'Needs attention' }

export function CasePage() {
  const { id = '' } = usePageParams()
  const { data: one, error, refetch } = useQuery(caseQueries.one(id))
  const history = useQuery(caseQueries.history(id))
  // On a narrow screen, a history that arrives later would move the content below it.
  if (!one || !history.isFetched)
    return (
      <>
        <PageHead title="Case" back={toList} />
        <NotFetched error={error} failure="Failed to fetch the case" refetch={refetch} />
      </>
    )
  return (
    <>
      <PageHead
        title={caseWords[one.kind].title}
        back={toList}
        lead={one.status === 'open' ? caseWords[one.kind].what : 'This case is closed.'}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 min-[68.75rem]:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-8">
          <Facts one={one} />
          <CaseSteps one={one} />
        </div>
        <Panel title="Evidence">
          <AdminFailure
            error={history.error}
            fallback="Failed to fetch the evidence"
            onRetry={() => history.refetch()}
          />
          <ol reversed>
            {history.data?.toReversed().map((entry) => (
              <HistoryStep key={entry.eventId} entry={entry} isToCome={false} />
            ))}
          </ol>
        </Panel>
      </div>
    </>
  )
}

/** Turns `WAITING_FOR_SELLER_RESPONSE` into "Waiting for seller response". */
const inWords = (word: string) => `${word[0]}${word.slice(1).toLowerCase().replaceAll('_', ' ')}`

function Facts({ one }: { one: Case }) {
  const { amount, code, user, orderId, checkoutId, paymentId, captureId, disputeId, openedAt, lastAttempt } = one
  const { debugId, personId, dispute, times, lastSeenAt } = one
  const facts: [string, React.ReactNode][] = [
    ['Status', <CaseBadge key="status" one={one} />],
    [
      'Amount',
      amount > 0 && (
        <b key="amount" className="font-semibold">
          {formatMoney(amount)}
        </b>
      ),
    ],
    ['Reason', <CodeWords key="code" code={code} />],
    ['Answer due', dispute?.dueAt && momentInWords(dispute.dueAt)],
    ['Stage', dispute?.stage && inWords(dispute.stage)],
    ['At PayPal', dispute?.status && inWords(dispute.status)],
    ['Outcome', dispute?.outcome && inWords(dispute.outcome)],
    ['Customer', user?.name],
    ['Order', orderId && <OrderLink key="order" id={orderId} />],
    ['Checkout', checkoutId],
    ['Payment at PayPal', paymentId],
    ['Capture at PayPal', captureId],
    ['Dispute at PayPal', disputeId],
    ['PayPal debug id', debugId],
    ['Person', personId],
    ['Since', momentInWords(openedAt)],
    [
      'Happened',
      times && lastSeenAt && `at least ${times} ${times > 1 ? 'times' : 'time'}, last ${momentInWords(lastSeenAt)}`,
    ],
    [
      'Last try',
      lastAttempt && (
        <span key="last">
          {momentInWords(lastAttempt.at)}: <CodeWords code={lastAttempt.code} />
        </span>
      ),
    ],
    ['Closed', one.closedAt && momentInWords(one.closedAt)],
    ['Reason for closing', one.reason],
  ]
  return (
    <Panel title="Now">
      <dl className="grid gap-2">
        {facts
          .filter(([, fact]) => fact)
          .map(([name, fact]) => (
            <Fact key={name} name={name}>
              {fact}
            </Fact>
          ))}
      </dl>
    </Panel>
  )
}
