import { type ComponentProps, type ReactNode, useId } from 'react'
import { CircleAlert } from './icons/icons.tsx'

type FieldProps = Omit<ComponentProps<'input'>, 'name' | 'id'> & {
  label: string
  name: string
  error?: string | undefined
  hint?: ReactNode
}

export function Field({ label, error, hint, className = '', ...input }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-[13.5px] leading-[1.3] font-[550]">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="input-box"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-[13.5px] text-bad">
          <CircleAlert className="mt-0.5 size-4" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="type-xsmall mt-1.5 text-stone">
          {hint}
        </p>
      )}
    </div>
  )
}
