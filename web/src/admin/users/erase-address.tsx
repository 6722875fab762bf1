import { type FormEvent, useId, useRef, useState } from 'react'
import { fieldError } from '../../lib/field-error.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { Field } from '../../ui/field.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useEraseAddress } from './users-api.ts'

export function EraseAddress() {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<string>()
  const { mutate: erase, isPending, data, error } = useEraseAddress()
  const atField = fieldError(error, 'email')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) setAsked(String(new FormData(event.currentTarget).get('email')))
  }

  return (
    <section aria-labelledby={id} className="mt-12 border-t border-raw pt-3.5">
      <h2 id={id} className="type-h4 mb-3">
        Erase an email address
      </h2>
      <p className="type-small mb-3 max-w-[60ch] text-stone">
        For people without an account who wrote to the shop or subscribed to the newsletter. To delete an account, use
        the list above.
      </p>
      {!atField && <AdminFailure error={error} fallback="Failed to erase the address" />}
      {data && !error && <DoneNote>{`${data.message}.`}</DoneNote>}
      <form ref={form} onSubmit={submit} className="grid max-w-[560px] items-start gap-3.5 md:grid-cols-[1fr_auto]">
        <Field label="Email to erase" name="email" type="email" required autoComplete="off" error={atField} />
        <AdminButton type="submit" variant="outline" busy={isPending} busyLabel="Erasing..." className="md:mt-[23.5px]">
          Erase
        </AdminButton>
      </form>
      {asked && (
        <ConfirmDialog
          question="Are you sure you want to erase this address?"
          act="Erase"
          onKeep={() => setAsked(undefined)}
          onAct={() => {
            erase(asked, { onSuccess: () => form.current?.reset() })
            setAsked(undefined)
          }}
        >
          {asked}. The newsletter subscription and all messages from this address are deleted. This cannot be undone.
        </ConfirmDialog>
      )}
    </section>
  )
}
