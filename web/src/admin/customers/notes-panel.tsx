import type { Customer } from '@shop/language/customer/api'
import { MAX_TEXT } from '@shop/language/limits'
import { type FormEvent, useEffect, useState } from 'react'
import { DoneNote } from '../../ui/done-note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { momentInWords } from '../orders/history-words.ts'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { Panel } from '../parts/panel.tsx'
import { UnsavedWork } from '../parts/unsaved-work.tsx'
import { useKeptWork } from '../parts/use-kept-work.ts'
import { useWriteNote } from './customers-api.ts'

type NotesProps = {
  customer: Customer
  orderId?: string
}

export function NotesPanel({ customer: { _id, notes }, orderId }: NotesProps) {
  return (
    <Panel title="Notes" aside={<span className="type-xsmall text-stone">Only admins see the notes</span>}>
      <WriteNote key={orderId ?? _id} customerId={_id} {...(orderId && { orderId })} />
      {notes.length > 0 && (
        <ul className="mt-4 border-t border-hair">
          {notes.map((note) => (
            <li key={note._id} className="border-b border-hair py-2.5">
              <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
              <p className="num type-xsmall text-stone">
                {note.by ?? 'A former admin'}, <time dateTime={note.at}>{momentInWords(note.at)}</time>
                {note.orderId && note.orderId !== orderId && (
                  <>
                    , about <OrderLink id={note.orderId} />
                  </>
                )}
                {orderId && !note.orderId && ', about the customer'}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function WriteNote({ customerId, orderId }: { customerId: string; orderId?: string }) {
  const kept = useKeptWork<string>()
  const [text, setText] = useState(kept.found ?? '')
  useEffect(() => {
    if (text) kept.keep(text)
    else kept.forget()
  }, [text])
  const { mutate: write, isPending, isSuccess, error } = useWriteNote(customerId, orderId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Keeps text that the user types while the note is being saved.
    if (!isPending) write(text, { onSuccess: () => setText((now) => (now === text ? '' : now)) })
  }
  return (
    <>
      <UnsavedWork isUnsaved={text !== ''} isFound={kept.found !== null} onForget={kept.forget} />
      <form onSubmit={submit} className="grid justify-items-start gap-2">
        <div className="w-full">
          <TextArea
            label={orderId ? 'A note on this order' : 'A note on this customer'}
            rows={2}
            required
            maxLength={MAX_TEXT.note}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <AdminFailure error={error} fallback="Failed to save the note" />
        <AdminButton type="submit" variant="outline" busy={isPending}>
          Save note
        </AdminButton>
        {isSuccess && !text && <DoneNote>The note is saved.</DoneNote>}
      </form>
    </>
  )
}
