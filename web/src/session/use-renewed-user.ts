import type { User } from '@shop/language/account/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, api } from '../lib/api.ts'
import { keepUser } from './own-session.ts'
import { useSession } from './session-store.ts'

/** The signed-in user. The role can change, so the page requests it when it opens and after each answer with 403. */
export function useRenewedUser() {
  const user = useSession((session) => session.user)
  const queryClient = useQueryClient()
  const { isFetching, refetch } = useQuery({
    queryKey: ['own-profile', user?._id],
    queryFn: async ({ signal }) => {
      const renewed = await api.get<User>('/api/users/me', { signal })
      keepUser(renewed)
      return renewed
    },
    enabled: user !== null,
    staleTime: 0,
  })
  useEffect(() => {
    const look = (event: object) => void (isForbidden(event) && refetch())
    const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()]
    const ends = caches.map((cache) => cache.subscribe(look))
    return () => {
      for (const end of ends) end()
    }
  }, [queryClient, refetch])
  return { user, isFetching }
}

function isForbidden(event: { action?: { error?: unknown } }) {
  const error = event.action?.error
  return error instanceof ApiError && error.status === 403
}
