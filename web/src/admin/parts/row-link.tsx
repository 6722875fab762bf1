import { Link, type LinkProps } from '../../ui/link.tsx'

/** A link that is tall enough for a finger on a phone, and as high as its line on a wide screen. */
export const RowLink = ({ className = '', ...props }: LinkProps) => (
  <Link
    {...props}
    className={`inline-flex min-h-11 items-center underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-6 ${className}`}
  />
)
