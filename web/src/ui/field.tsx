import { type ComponentProps, type ReactNode, useId } from 'react'
import { CircleAlert } from './icons/icons.tsx'

export type FrameProps = {
  label: string
  error?: string | undefined
  hint?: ReactNode
  className?: string | undefined
  /** The input, with the attributes that connect it to its label, error and hint. */
  children: (own: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>) => ReactNode
}

export function FieldFrame({ label, error, hint, className, children }: FrameProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className ?? ''}>
      <label htmlFor={id} className="mb-1.5 block text-[0.84375rem] leading-[1.3] font-[550]">
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-[0.84375rem] text-bad">
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

type FieldProps = Omit<ComponentProps<'input'>, 'name' | 'id'> & { name: string } & Omit<FrameProps, 'children'>

export const Field = ({ label, error, hint, className, ...input }: FieldProps) => (
  <FieldFrame label={label} error={error} hint={hint} className={className}>
    {(own) => <input {...(isText(input) && { dir: 'auto' })} {...input} {...own} className="input-box" />}
  </FieldFrame>
)

export const DollarField = (field: FieldProps) => <Field {...field} type="number" step={0.01} inputMode="decimal" />

export const EmailField = (field: Omit<FieldProps, 'label' | 'name'>) => (
  <Field {...field} label="Email" name="email" type="email" required autoComplete="email" />
)

/** Text can be in a right-to-left script, unlike an email address or a telephone number. */
const isText = ({ type }: Pick<ComponentProps<'input'>, 'type'>) => type === undefined || type === 'text'
