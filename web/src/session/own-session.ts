import type { Session, User } from '@shop/language/account/api'
import { forgetTraces } from '../lib/customers-traces.ts'
import { lasting } from '../lib/storage.ts'
import { forgetStored, SIGN_OUT_KEY, showStored, storedUser, useSession } from './session-store.ts'

/* This file is apart from `session-store.ts`, because the home page does not load it. */

export function startSession({ user, token }: Session) {
  lasting.setItem('token', token)
  store(user)
}

/** False if the user has signed out, for example before an answer arrives. */
export const isSignedIn = ({ _id }: User) => storedUser()?._id === _id

export function keepUser(user: User) {
  if (isSignedIn(user)) store(user)
}

function store(user: User) {
  lasting.setItem('userInfo', JSON.stringify(user))
  showStored()
}

export function endSession() {
  forgetTraces()
  lasting.setItem(SIGN_OUT_KEY, '')
  lasting.removeItem(SIGN_OUT_KEY)
  forgetStored()
  useSession.setState({ user: null })
}
