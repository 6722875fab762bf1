import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { shortId } from '../../orders/order-texts.ts'
import { ArrowLeft, ArrowRight } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { adminOrderQueries } from './admin-orders-api.ts'
import { placedOrdersOf } from './list-of-order.ts'

/** `list`: the query of the list from which the page was opened. */
export function BesideOrder({ id, list }: { id: string; list: URLSearchParams }) {
  const { data } = useQuery(adminOrderQueries.neighbours(id, placedOrdersOf(list)))
  return (
    <nav aria-label="Previous and next order" className="flex min-h-11 gap-x-2 print:hidden">
      <Beside id={data?.previous} list={list} word="Previous" Icon={ArrowLeft} />
      <Beside id={data?.next} list={list} word="Next" Icon={ArrowRight} />
    </nav>
  )
}

type BesideProps = { id: string | undefined; list: URLSearchParams; word: 'Previous' | 'Next'; Icon: ComponentType }

/** Without an `id`, the link's place stays empty, so that the other link does not move. */
function Beside({ id, list, word, Icon }: BesideProps) {
  if (!id) return <span className="w-11 md:w-24" />
  return (
    <Link
      to={`/admin/orders/${id}${list.size > 0 ? `?${list}` : ''}`}
      className="type-small inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 text-rinse hover:underline md:w-24"
      aria-label={`${word} order, ${shortId(id)}`}
    >
      {word === 'Previous' && <Icon />}
      <span className="max-md:sr-only">{word}</span>
      {word === 'Next' && <Icon />}
    </Link>
  )
}
