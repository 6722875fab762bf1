import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { Picture } from '../../ui/picture.tsx'

type LineProps = {
  product: { _id: string; name: string; image: string }
  below?: ReactNode
  end: ReactNode
}

export function ProductLine({ product: { _id, name, image }, below, end }: LineProps) {
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-hair py-2.5">
      <Picture url={image} alt="" sizes="40px" className="w-10" />
      <div>
        <Link
          to={`/admin/products/${_id}/edit`}
          className="inline-flex min-h-11 items-center font-[550] underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-6"
        >
          {name}
        </Link>
        {below}
      </div>
      {end}
    </li>
  )
}
