import { type UserDocument, users } from '@shop/language/account/document'
import { shownEmail } from '@shop/language/account/email'
import { type RoleEvent, roleAfter } from '@shop/language/account/role-events'
import { searchTokensOf } from '@shop/language/product/tokens'
import { insert, type Projection, remove, update } from '../projection.ts'

export const userProjection: Projection<UserDocument> = {
  into: users,
  failure: 'park',
  on: {
    AccountRegistered: ({ data: { accountId, name, email, emailKey }, metadata }) =>
      // `name` and `email` are null if the user was erased.
      name === null || email === null
        ? remove(accountId)
        : insert<UserDocument>(accountId, {
            _id: accountId,
            emailKey,
            isConfirmed: false,
            role: 'customer',
            registeredAt: metadata.recordedAt,
            ...namesOf(name, email),
          }),
    AccountEdited: ({ data: { accountId, name, email, emailKey } }) =>
      update(accountId, (user) => {
        const isConfirmed = user.isConfirmed && emailKey === user.emailKey
        return name === null || email === null ? undefined : { ...user, ...namesOf(name, email), emailKey, isConfirmed }
      }),
    EmailChanged: ({ data: { accountId, email, emailKey } }) =>
      update(accountId, (user) =>
        email === null ? undefined : { ...user, ...namesOf(user.name, email), emailKey, isConfirmed: false },
      ),
    EmailConfirmed: ({ data }) => update(data.accountId, (user) => ({ ...user, isConfirmed: true })),
    AccountErased: ({ data }) => remove(data.accountId),
    AdminGranted: changeRole,
    AdminRevoked: changeRole,
    AnalystGranted: changeRole,
    AnalystRevoked: changeRole,
  },
}

/** A search also finds the e-mail domain as people write it (`shownEmail`). */
const namesOf = (name: string, email: string) => ({
  name,
  email,
  tokens: searchTokensOf([...new Set([name, email, shownEmail(email)])].join(' ')),
})

function changeRole({ type, data }: RoleEvent) {
  return update<UserDocument>(data.accountId, (user) => ({ ...user, role: roleAfter[type] }))
}
