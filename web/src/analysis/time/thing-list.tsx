import type { Thing, ThingKind } from '@shop/language/analysis/things'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { SearchField } from '../../admin/parts/search-field.tsx'
import { ShowMore } from '../../admin/parts/show-more.tsx'
import { lifeAddress, streamAddress } from '../../admin/parts/stream-address.ts'
import { TakeTable } from '../take-table.tsx'
import { thingCells } from './thing-cells.ts'
import { rowOf } from './thing-row.ts'
import { compareAddress } from './time-address.ts'
import { MOST_THINGS, manyThings, thingsAsOf } from './time-api.ts'

type ListProps = { kind: ThingKind; event: number; search: string; onFind: (words: string) => void }

export function ThingList({ kind, event, search, onFind }: ListProps) {
  const query = useInfiniteQuery(thingsAsOf(kind, event, search))
  const things = query.data?.pages.flatMap((page) => page.things)
  return (
    <>
      <div className="flex py-3">
        <SearchField label={searchLabels[kind]} value={search} onFind={onFind} />
      </div>
      {query.isPending && <LoadingRows />}
      <AdminFailure
        error={query.error}
        fallback="The entries could not be fetched"
        onRetry={() => void query.refetch()}
      />
      {things?.length === 0 && (
        <p className="py-6 text-rinse">
          {query.hasNextPage
            ? 'Nothing matches among the newest events. Show more to search older events.'
            : search
              ? 'Nothing matches.'
              : 'There were no entries at this moment.'}
        </p>
      )}
      {things && things.length > 0 && (
        <>
          <div className="mt-4">
            <TakeTable
              name={`${kind === 'stock' ? kind : `${kind}s`}-as-of-${event}`}
              cells={async () => thingCells(kind, await manyThings(kind, event, search))}
              most={MOST_THINGS}
            />
          </div>
          <ul aria-busy={query.isPlaceholderData}>
            {things.map((thing) => (
              <ThingRow key={thing._id} thing={thing} event={event} />
            ))}
          </ul>
        </>
      )}
      <ShowMore query={query} className="mt-3" />
    </>
  )
}

/** TABLE: labels of the search field, which name the searched fields. */
const searchLabels: Readonly<Record<ThingKind, string>> = {
  order: 'Search id, customer, country, product',
  cart: 'Search owner, product',
  product: 'Search name, SKU, category, brand',
  stock: 'Search product',
  price: 'Search product',
}

/** TABLE: the stream prefix of each kind. */
const streams = { order: 'order', cart: 'cart', product: 'product', stock: 'stock', price: 'product' } as const

function ThingRow({ thing, event }: { thing: Thing; event: number }) {
  const { title, facts, end } = rowOf(thing)
  const links = [
    ['Stream', streamAddress(`${streams[thing.kind]}-${thing._id}`)],
    ...(thing.kind === 'order' ? [['All events', lifeAddress(thing._id)] as const] : []),
    ['Then and now', compareAddress({ kind: thing.kind, id: thing._id, from: String(event) })],
  ] as const
  return (
    <li className="flex items-baseline justify-between gap-6 border-b border-hair py-2.5">
      <div className="min-w-0">
        <h3 className="font-[550] wrap-anywhere">{title}</h3>
        <p className="type-small wrap-anywhere text-stone">{facts.filter(Boolean).join(' · ')}</p>
        <p className="type-small flex flex-wrap gap-x-4">
          {links.map(([label, to]) => (
            <RowLink key={label} to={to} aria-label={`${label}: ${title}`}>
              {label}
            </RowLink>
          ))}
        </p>
      </div>
      <b className="num font-semibold whitespace-nowrap">{end}</b>
    </li>
  )
}
