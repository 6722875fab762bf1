import { fetchNextPageOf, type GrowingList } from '../../lib/next-page.ts'
import { AdminButton } from './admin-button.tsx'

type MoreProps = Readonly<{
  query: GrowingList & Readonly<{ isFetchingNextPage: boolean }>
  className?: string
}>

export const ShowMore = ({ query, className }: MoreProps) =>
  query.hasNextPage && (
    <AdminButton
      variant="quiet"
      {...(className && { className })}
      busy={query.isFetchingNextPage}
      busyLabel="Loading"
      onClick={() => fetchNextPageOf(query)}
    >
      Show more
    </AdminButton>
  )
