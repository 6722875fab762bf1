import { MAX_TEXT } from '@shop/language/limits'
import type { Order, Refund, Return } from '@shop/language/order/api'
import { useState } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { piecesInWords } from '../../orders/money-words.ts'
import { shortDate } from '../../orders/order-dates.ts'
import { reasonInWords } from '../../orders/reason-words.ts'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { Badge } from '../../ui/badge.tsx'
import { DoneNote } from '../../ui/done-note.tsx'
import { Field } from '../../ui/field.tsx'
import { WithCasesLink } from '../cases/cases-of-order.tsx'
import { codeInWords } from '../cases/code-words.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { Fact } from '../parts/fact.tsx'
import { Panel } from '../parts/panel.tsx'
import { useCloseRefundCase } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

export function RefundsAndReturns({ order }: { order: Order }) {
  const { refunds, returns, refundedTotal, refundable = 0, refundDue } = order
  const [open, setOpen] = useState<'refund' | 'close' | Return>()
  const [done, setDone] = useState<string>()
  const close = () => setOpen(undefined)
  const show = (what: typeof open) => {
    setDone(undefined)
    setOpen(what)
  }
  const end = (said: string) => () => {
    setOpen(undefined)
    setDone(said)
  }
  return (
    <Panel title="Refunds and returns">
      {done && <DoneNote shown={<WithCasesLink>{done}</WithCasesLink>}>{done}</DoneNote>}
      <dl className="grid gap-2">
        <Fact name="Refunded">{formatMoney(refundedTotal)}</Fact>
        <Fact name="Left to refund">{formatMoney(refundable)}</Fact>
      </dl>
      <ul className="mt-3 grid gap-3">
        {returns.map((one) => (
          <ReturnRow key={one._id} back={one} onReceive={() => show(one)} />
        ))}
        {refunds.map((refund) => (
          <RefundRow key={refund._id} refund={refund} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        {refundable > 0 && (
          <AdminButton variant="outline" onClick={() => show('refund')}>
            Refund…
          </AdminButton>
        )}
        {refundDue && (
          <AdminButton variant="outline" onClick={() => show('close')}>
            Settle without a refund…
          </AdminButton>
        )}
      </div>
      {open === 'refund' && (
        <RefundDialog order={order} onClose={close} onDone={({ state }) => end(doneWords[state])()} />
      )}
      {open === 'close' && <CloseCaseDialog order={order} onClose={close} onDone={end('The refund case is closed.')} />}
      {typeof open === 'object' && (
        <ReceiveDialog order={order} back={open} onClose={close} onDone={end('The return is received.')} />
      )}
    </Panel>
  )
}

const states = {
  requested: { tone: 'warn', label: 'On its way' },
  pending: { tone: 'warn', label: 'Not completed' },
  made: { tone: 'ok', label: 'Refunded' },
  refused: { tone: 'bad', label: 'Refused' },
} as const

const doneWords: Readonly<Record<Refund['state'], string>> = {
  requested: 'The refund is on its way.',
  pending: 'PayPal has accepted this refund, but has not completed it yet.',
  made: 'The money was refunded.',
  refused: 'PayPal has refused this refund. See “Needs attention”.',
}

const RefundRow = ({ refund: { amount, state, at, lines, chosenReason, reason, code } }: { refund: Refund }) => (
  <li className="border-t border-hair pt-2.5">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="num">
        {formatMoney(amount)}
        {lines.length > 0 && ` for ${piecesInWords(lines)}`}, {shortDate(at)}
      </span>
      <Badge tone={states[state].tone}>{states[state].label}</Badge>
    </div>
    <p className="type-xsmall wrap-anywhere text-stone">
      {[
        codeInWords(code),
        code,
        reasonInWords(chosenReason),
        reason,
        lines.some(({ restock }) => restock) && 'back into stock',
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  </li>
)

function ReturnRow({ back, onReceive }: { back: Return; onReceive: () => void }) {
  const { lines, askedAt, chosenReason, reason, received, ofCancellation, closed } = back
  const why = [reasonInWords(chosenReason), reason].filter(Boolean).join(' · ')
  const ended = closed ? 'Closed' : 'Nothing came back'
  return (
    <li className="border-t border-hair pt-2.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          {ofCancellation ? 'Awaited since the cancellation: ' : 'Return of '}
          {piecesInWords(lines)}, {shortDate(askedAt)}
        </span>
        {received ? (
          <Badge tone="ok">{received.length > 0 ? `${piecesInWords(received)} received` : ended}</Badge>
        ) : (
          <AdminButton onClick={onReceive}>Receive…</AdminButton>
        )}
      </div>
      {why && <p className="type-xsmall wrap-anywhere text-stone">{why}</p>}
    </li>
  )
}

function CloseCaseDialog({ order, onClose, onDone }: { order: Order; onClose: () => void; onDone: () => void }) {
  const shown = useShownOrder(order)
  const { mutate: close, isPending, error } = useCloseRefundCase()
  const submit = (said: FormData) =>
    close(
      { order: shown.order, wanted: { reason: String(said.get('reason') ?? '') } },
      { onSuccess: onDone, onError: shown.lookAgain },
    )
  return (
    <OrderDialog
      shown={shown}
      title="Keep the money"
      act="Settle without a refund"
      busy={isPending}
      error={error}
      failure="Failed to close the refund case"
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Reason" name="reason" required maxLength={MAX_TEXT.reason} autoComplete="off" />
    </OrderDialog>
  )
}
