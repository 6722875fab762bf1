import type { User } from '@shop/language/account/api'
import type { Role } from '@shop/language/values/role'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../lib/act-key.ts'
import { api } from '../../lib/api.ts'
import { appendToLists, removeFromLists, replaceInLists } from '../parts/admin-lists.ts'

export type NewUser = { name: string; email: string; password: string; role: Role }

export function useAddUser() {
  const queryClient = useQueryClient()
  return useAct((body: NewUser, idempotencyKey) => api.post<User>('/api/admin/users', { body, idempotencyKey }), {
    onSuccess: (user) => appendToLists(queryClient, 'users', user),
  })
}

export function useChangeRole() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id, role }: User) =>
      api.put<User>(`/api/admin/users/${encodeURIComponent(_id)}`, { body: { role } }),
    onSuccess: (user) => replaceInLists(queryClient, 'users', user),
  })
}

export function useDeleteUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: User) => api.delete(`/api/admin/users/${encodeURIComponent(_id)}`),
    onSuccess: (_, { _id }) => {
      removeFromLists(queryClient, 'users', _id)
      // The user's orders now show N/A.
      return queryClient.invalidateQueries({ queryKey: ['admin', 'orders'] })
    },
  })
}

export const useEraseAddress = () =>
  useAct((email: string, idempotencyKey) =>
    api.post<{ message: string }>('/api/admin/correspondents/erase', { body: { email }, idempotencyKey }),
  )
