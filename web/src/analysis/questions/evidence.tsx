import type { EvidenceRow } from '@shop/language/analysis/evidence'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import type { Cell, Cells } from '../../admin/parts/csv.ts'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { ShowMore } from '../../admin/parts/show-more.tsx'
import { numeral } from '../../lib/numeral.ts'
import { ResultMessage } from '../../ui/result-message.tsx'
import { TakeTable } from '../take-table.tsx'
import { evidenceCount, type RowEvidence } from './cells.ts'
import { EvidenceTable } from './evidence-table.tsx'
import { endOf, MOST_ROWS, manyEvidence, shownEvidence } from './questions-api.ts'

type EvidenceProps = {
  /** What the row is called. */
  of: string
  evidence: RowEvidence
  /** The last event that the answer could see. */
  asOf: number
  product?: string | undefined
  onClose: () => void
}

export function Evidence({ of, evidence, asOf, product, onClose }: EvidenceProps) {
  const { listed, count, isLeast = false } = evidence
  const about = { asOf, product }
  const isShort = listed.length < count
  const query = useInfiniteQuery(shownEvidence(listed, about))
  const rows = query.data?.pages.flatMap((page) => page.rows)
  const asked = Math.min(listed.length, endOf(Number(query.data?.pageParams.at(-1) ?? 0)))
  return (
    <section aria-labelledby="evidence" className="bg-chalk p-4">
      <ResultMessage about={of}>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h3 id="evidence" className="text-[1.0625rem] font-semibold">
            Evidence of {of}: {evidenceCount(evidence)}
          </h3>
          <AdminButton variant="quiet" onClick={onClose}>
            Close
          </AdminButton>
        </div>
      </ResultMessage>
      <TakeTable
        about="of the evidence"
        name={`evidence-as-of-${asOf}`}
        cells={async () => evidenceCells(await manyEvidence(listed, about))}
        most={isShort ? listed.length : MOST_ROWS}
      />
      {query.isPending && <LoadingRows />}
      <AdminFailure
        error={query.error}
        fallback="The events could not be fetched"
        onRetry={() => void query.refetch()}
      />
      {listed.some((event, at) => event < listed[at - 1]!) && (
        <p className="type-small text-stone">
          The events counted in this row come first. Other events that affect the row follow.
        </p>
      )}
      {rows && rows.length > 0 && <EvidenceTable rows={rows} asOf={asOf} isOfProduct={product !== undefined} />}
      {rows && rows.length < asked && (
        <p className="type-small mt-2 text-stone">
          {numeral(asked - rows.length)} of these numbers name no event that the answer could see.
        </p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-4 text-stone empty:hidden">
        {asked < count && `The first ${numeral(asked)} of ${evidenceCount(evidence)} are shown.`}
        {isLeast && ' A rule keeps only the first thousand events of a row, so there can be more.'}
        {isShort && !isLeast && ' An export lists the number of every event.'}
        <ShowMore query={query} />
      </p>
    </section>
  )
}

/** TABLE: the columns of evidence in a spreadsheet. Amounts are in dollars, moments in UTC. */
const columns: readonly (readonly [name: string, of: (row: EvidenceRow) => Cell | undefined])[] = [
  ['Event', ({ event }) => event],
  ['Recorded at', ({ recordedAt }) => recordedAt ?? ''],
  ['Type', ({ type }) => type],
  ['Order', ({ order }) => order],
  ['Checkout', ({ checkout }) => checkout],
  ['Product', ({ product }) => product?.id],
  ['Name', ({ product }) => product?.name],
  ['Customer', ({ person }) => person],
  ['Amount', ({ amount }) => amount?.value],
  ['Amount is', ({ amount }) => amount?.of],
  ['Stream', ({ stream }) => stream],
  ['Version', ({ version }) => version],
  ['Pieces of the product', ({ ofProduct }) => ofProduct?.pieces],
  ['Paid for these pieces', ({ ofProduct }) => ofProduct?.paid],
  ['Status of the order', ({ status }) => status?.after],
]

const evidenceCells = (rows: readonly EvidenceRow[]): Cells => [
  columns.map(([name]) => name),
  ...rows.map((row) => columns.map(([, of]) => of(row) ?? '')),
]
