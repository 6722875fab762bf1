import type { ComponentProps } from 'react'
import { Spinner } from './icons/icons.tsx'
import { Link, type LinkProps } from './link.tsx'

export type ButtonVariant = 'fill' | 'outline' | 'quiet'
type Look = { variant?: ButtonVariant; small?: boolean }

export function Button({
  variant = 'fill',
  small = false,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  ...props
}: ComponentProps<'button'> & Look & { busy?: boolean; busyLabel?: string }) {
  return (
    <button
      type="button"
      {...props}
      // A busy button stays focusable, so that the focus is not lost.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-busy={busy || undefined}
      className={look({ variant, small }, className)}
    >
      {busy ? (
        <>
          <Spinner className="motion-safe:animate-spin" />
          {busyLabel ?? children}
        </>
      ) : (
        children
      )}
    </button>
  )
}

export function ButtonLink({ variant = 'fill', small = false, className, ...props }: LinkProps & Look) {
  return <Link {...props} className={look({ variant, small }, className)} />
}

const look = ({ variant = 'fill', small = false }: Look, className = '') =>
  `${base} ${small ? 'min-h-11 px-[18px] text-[0.90625rem]' : 'min-h-13 px-7 text-[0.96875rem]'} ${variants[variant]} ${className}`

const base =
  'threaded inline-flex items-center justify-center gap-2.5 overflow-hidden border font-[550] whitespace-nowrap transition-colors duration-[120ms] disabled:border-hair disabled:bg-hair disabled:text-stone disabled:after:hidden'

const variants: Record<ButtonVariant, string> = {
  fill: 'border-raw bg-raw text-bleach',
  outline: 'border-raw bg-transparent text-raw',
  quiet:
    'border-transparent bg-transparent px-3 text-raw underline after:hidden hover:decoration-thread hover:decoration-2',
}
