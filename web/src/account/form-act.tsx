import type { UseMutationResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { fieldError } from '../lib/field-error.ts'
import { ActFailure } from '../ui/act-failure.tsx'
import { Field } from '../ui/field.tsx'
import { BoxButtons } from '../ui/question-box.tsx'
import { AccountAct } from './account-act.tsx'
import { entryFailure } from './entry-failure.ts'
import { EXACTLY_AS_TYPED, ShowPassword } from './password-field.tsx'

/** A field without a `type` is a password field. */
type ActField = Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'autoComplete' | 'hint' | 'type' | 'defaultValue'>

type FormProps = {
  /** Shows the browser's password manager to which account the passwords belong. */
  email: string
  fields: readonly ActField[]
  submit: string
  busyLabel: string
  /** The label of the button that closes the form. */
  keep?: string
  act: Pick<UseMutationResult, 'isPending' | 'error' | 'reset'>
  children?: ReactNode
}

type ActProps = FormProps & {
  title: string
  says: string
  opener: string
  done?: string | undefined
  onSubmit: (form: FormData, close: () => void) => void
}

export function FormAct({ title, says, opener, done, onSubmit, ...form }: ActProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const open = () => {
    form.act.reset()
    setOpen(true)
  }
  return (
    <AccountAct title={title} says={says} opener={opener} isOpen={isOpen} onOpen={open} done={done}>
      <ActForm {...form} onSubmit={(given) => onSubmit(given, close)} onKeep={close} />
    </AccountAct>
  )
}

type OpenProps = FormProps & { onSubmit: (form: FormData) => void; onKeep: () => void }

function ActForm({ email, fields, submit, busyLabel, keep = 'Cancel', act, onSubmit, onKeep, children }: OpenProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isShown, setShown] = useState(false)
  const { isPending, error } = act
  const passwords = fields.filter(({ type }) => type === undefined)
  const isAtField = fields.some(({ name }) => fieldError(error, name))
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [error])
  return (
    <form
      ref={form}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSubmit(new FormData(event.currentTarget))
      }}
    >
      {children}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {fields.map(({ hint, ...field }) => {
        const failed = fieldError(error, field.name)
        return (
          <Field
            key={field.name}
            {...field}
            {...(field.type === undefined && { ...EXACTLY_AS_TYPED, type: isShown ? 'text' : 'password' })}
            required
            error={failed}
            hint={failed ? undefined : hint}
          />
        )
      })}
      {passwords.length > 0 && (
        <ShowPassword isShown={isShown} onShow={setShown}>
          {passwords.length > 1 ? 'Show passwords' : 'Show password'}
        </ShowPassword>
      )}
      {error && !isAtField && <ActFailure error={error}>{entryFailure(error)}</ActFailure>}
      <BoxButtons act={submit} busy={isPending} busyLabel={busyLabel} keep={keep} onKeep={onKeep} />
    </form>
  )
}
