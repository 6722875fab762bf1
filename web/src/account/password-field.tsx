import { MOST_PASSWORD } from '@shop/language/limits'
import { type ComponentProps, useState } from 'react'
import { Field } from '../ui/field.tsx'

/** A password is sent exactly as typed, so the browser must not correct it. */
export const EXACTLY_AS_TYPED = { spellCheck: false, autoCapitalize: 'none', maxLength: MOST_PASSWORD }

export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="grid gap-1">
      <Field {...field} {...EXACTLY_AS_TYPED} type={isShown ? 'text' : 'password'} />
      <ShowPassword isShown={isShown} onShow={setShown} />
    </div>
  )
}

type ShowProps = { isShown: boolean; onShow: (isShown: boolean) => void; children?: string }

export const ShowPassword = ({ isShown, onShow, children = 'Show password' }: ShowProps) => (
  <label className="flex min-h-11 w-fit items-center gap-2.5 text-[0.9375rem]">
    <input type="checkbox" className="tick" checked={isShown} onChange={() => onShow(!isShown)} />
    {children}
  </label>
)
