import type { OrderStatus } from '@shop/language/order/status'
import { useState } from 'react'
import { shortId } from '../../orders/order-texts.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectBox } from '../../ui/select-box.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { useChangeStatuses } from './admin-orders-api.ts'
import { ChosenStatusDialog } from './chosen-status-dialog.tsx'
import { hasSlip, type usePaper } from './on-paper.tsx'
import { statuses } from './statuses.ts'
import type { Chosen } from './use-chosen.ts'

type Print = ReturnType<typeof usePaper>['print']

export function ChosenOrders({ chosen, onPrint }: { chosen: Chosen; onPrint: Print }) {
  const [to, setTo] = useState<OrderStatus | ''>('')
  const [isAsked, setAsked] = useState(false)
  const change = useChangeStatuses()
  const { orders, choosable } = chosen
  const slips = orders.filter(hasSlip).length
  const isAll = orders.length > 0 && orders.length === choosable
  return (
    <>
      {change.data && <Outcome outcome={change.data} />}
      <div className={choosable > 0 ? 'flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 py-1.5' : 'hidden'}>
        <label className="inline-flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            className="tick"
            checked={isAll}
            onChange={({ target }) => chosen.chooseAll(target.checked)}
          />
          All on this page
        </label>
        <p role="status" className="num text-stone">
          {orders.length > 0 && `${orders.length} selected`}
          {slips < orders.length && `, ${orders.length - slips} with nothing left to ship`}
        </p>
        {orders.length > 0 && (
          <span className="inline-flex flex-wrap items-center gap-2">
            <SelectBox
              aria-label="Status of the selected orders"
              choices={[{ value: '', label: 'Change status to' }, ...statuses]}
              value={to}
              onChange={({ target }) => setTo(target.value as OrderStatus | '')}
            />
            <AdminButton variant="outline" className="px-3!" disabled={to === ''} onClick={() => setAsked(true)}>
              Change…
            </AdminButton>
            {slips > 0 && (
              <AdminButton variant="outline" className="px-3!" onClick={() => onPrint('slip')}>
                {slips === 1 ? 'Print packing slip' : `Print packing slips`}
              </AdminButton>
            )}
            <AdminButton variant="outline" className="px-3!" onClick={() => onPrint('receipt')}>
              {orders.length === 1 ? 'Print receipt' : 'Print receipts'}
            </AdminButton>
          </span>
        )}
      </div>
      {isAsked && to && (
        <ChosenStatusDialog
          orders={orders}
          to={to}
          change={change}
          onDone={({ failed }) => {
            chosen.keep(failed.map(({ order }) => order))
            setTo('')
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

type OutcomeProps = { outcome: NonNullable<ReturnType<typeof useChangeStatuses>['data']> }

function Outcome({ outcome: { changed, status, failed, skipped } }: OutcomeProps) {
  return (
    <>
      {changed > 0 && <DoneNote>{`${changed === 1 ? '1 order is' : `${changed} orders are`} ${status} now.`}</DoneNote>}
      {skipped.length > 0 && (
        <Note className="mb-5" tone="info">
          <p>
            Not marked as {status}, because nothing is left to ship:{' '}
            {`${skipped.map(({ _id }) => shortId(_id)).join(', ')}.`}
          </p>
        </Note>
      )}
      {failed.length > 0 && (
        <Note className="mb-5" tone="bad">
          {failed.map(({ order, message }) => (
            <p key={order._id}>
              Order {shortId(order._id)}: {message}
            </p>
          ))}
        </Note>
      )}
    </>
  )
}
