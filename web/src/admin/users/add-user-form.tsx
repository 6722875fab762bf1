import { MAX_TEXT } from '@shop/language/limits'
import type { Role } from '@shop/language/values/role'
import { type FormEvent, useId, useRef } from 'react'
import { ApiError } from '../../lib/api.ts'
import { fieldError } from '../../lib/field-error.ts'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { roleChoices } from './role-choices.ts'
import { useAddUser } from './users-api.ts'

export function AddUserForm() {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { mutate: add, data: added, isPending, error } = useAddUser()
  const isOfAField = error instanceof ApiError && Boolean(error.fields?.length)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !form.current) return
    const said = new FormData(form.current)
    const text = (name: string) => String(said.get(name) ?? '')
    const user = { name: text('name'), email: text('email'), password: text('password'), role: text('role') as Role }
    add(user, { onSuccess: () => form.current?.reset() })
  }

  return (
    <section aria-labelledby={id} className="mb-8 border-t border-raw pt-3.5">
      <h2 id={id} className="type-h4 mb-3">
        Add New User
      </h2>
      {!isOfAField && <AdminFailure error={error} fallback="Failed to add user" />}
      {added && !error && (
        <Note className="mb-4" tone="ok">
          <p>{added.name} added.</p>
        </Note>
      )}
      <form
        ref={form}
        onSubmit={submit}
        className="grid items-start gap-3.5 md:grid-cols-2 min-[68.75rem]:grid-cols-[1fr_1.3fr_1fr_150px_auto]"
      >
        <Field
          label="Name"
          name="name"
          required
          maxLength={MAX_TEXT.name}
          autoComplete="off"
          error={fieldError(error, 'name')}
        />
        <Field label="Email" name="email" type="email" required autoComplete="off" error={fieldError(error, 'email')} />
        <Field
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="new-password"
          error={fieldError(error, 'password')}
        />
        <SelectField label="Role" name="role" defaultValue="customer" choices={roleChoices} />
        <AdminButton
          type="submit"
          busy={isPending}
          busyLabel="Adding..."
          className="max-md:mt-1 min-[68.75rem]:mt-[23.5px] md:max-[68.75rem]:justify-self-start"
        >
          Add User
        </AdminButton>
      </form>
    </section>
  )
}
