import { AdminButton } from './admin-button.tsx'

type MoreProps = Readonly<{
  query: Readonly<{ hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }>
  className?: string
}>

/** The way to the next page of a list that grows; nothing at its end. */
export const ShowMore = ({ query, className }: MoreProps) =>
  query.hasNextPage && (
    <AdminButton
      variant="quiet"
      {...(className && { className })}
      busy={query.isFetchingNextPage}
      busyLabel="Loading"
      onClick={() => query.fetchNextPage()}
    >
      Show more
    </AdminButton>
  )
