import type { Role } from '@shop/language/api/role'
import { searchTokensOf } from '@shop/language/read-models/tokens'
import { type UserDocument, users } from '@shop/language/read-models/users'
import { insert, type Projection, remove, update } from '../projection.ts'

export const userProjection: Projection<UserDocument> = {
  into: users,
  failure: 'park',
  on: {
    AccountRegistered: ({ data: { accountId, name, email }, metadata }) =>
      // Unreadable fields mean an erased user, who gets no document in a rebuild.
      name === null || email === null
        ? remove(accountId)
        : insert<UserDocument>(accountId, {
            _id: accountId,
            role: 'customer',
            registeredAt: metadata.recordedAt,
            ...namesOf(name, email),
          }),
    AccountEdited: ({ data: { accountId, name, email } }) =>
      update(accountId, (user) => (name === null || email === null ? undefined : { ...user, ...namesOf(name, email) })),
    AccountErased: ({ data }) => remove(data.accountId),
    AdminGranted: ({ data }) => changeRole(data.accountId, 'admin'),
    AdminRevoked: ({ data }) => changeRole(data.accountId, 'customer'),
  },
}

const namesOf = (name: string, email: string) => ({ name, email, tokens: searchTokensOf(`${name} ${email}`) })

const changeRole = (accountId: string, role: Role) => update<UserDocument>(accountId, (user) => ({ ...user, role }))
