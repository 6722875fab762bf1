import { Link, type LinkProps } from '../../ui/link.tsx'

/** A link in a row or a list. On a phone it is tall enough for a finger, and on a wide screen it has the height of its line. */
export const RowLink = ({ className = '', ...props }: LinkProps) => (
  <Link
    {...props}
    className={`inline-flex min-h-11 items-center underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-6 ${className}`}
  />
)
