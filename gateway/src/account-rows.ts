import {
  ChangePasswordBody,
  ConfirmEmailBody,
  DeleteOwnAccountBody,
  EditOwnAccountBody,
  ForgottenBody,
  LoginBody,
  RegisterBody,
  ResetBody,
} from '@shop/language/api/account'
import { ParcelAddress } from '@shop/language/api/address'
import { type ApiRow, ask, make, tell } from './api-row.ts'

/** TABLE: the public paths for signing in and for one's own account. */
export const accountRows: readonly ApiRow[] = [
  tell('POST /api/users/login', '/users/login', 'anyone', 'Sign in', 'Session', LoginBody),
  make('/api/users/register', '/users/register', 'anyone', 'Register', 'Session', RegisterBody),
  tell('PUT /api/users/me/password', '/me/password', 'customer', 'Change the password', 'Session', ChangePasswordBody),
  tell(
    'POST /api/users/password/forgotten',
    '/password/forgotten',
    'anyone',
    'Ask for a link to set a new password',
    'Message',
    ForgottenBody,
  ),
  tell(
    'POST /api/users/password/reset',
    '/password/reset',
    'anyone',
    'Set a password by the link',
    'Message',
    ResetBody,
  ),
  ask('/api/users/me/sessions', '/me/sessions', 'customer', "The caller's sessions", 'OpenSession[]'),
  tell('DELETE /api/users/me/sessions', '/me/sessions', 'customer', 'Sign out everywhere', 'Message'),
  tell('DELETE /api/users/me/sessions/{id}', '/me/sessions/{id}', 'customer', 'End a session, or `current`', 'Message'),
  tell('PUT /api/users/me', '/me', 'customer', 'Change the name, or ask for a new address', 'User', EditOwnAccountBody),
  tell(
    'POST /api/users/email/confirm',
    '/email/confirm',
    'anyone',
    'Confirm a new address by the link',
    'User',
    ConfirmEmailBody,
  ),
  ask('/api/users/me/addresses', '/me/addresses', 'customer', "The caller's address book", 'SavedAddress[]'),
  make('/api/users/me/addresses', '/me/addresses', 'customer', 'Save an address', 'SavedAddress', ParcelAddress),
  tell(
    'PUT /api/users/me/addresses/{id}',
    '/me/addresses/{id}',
    'customer',
    'Replace a saved address',
    'SavedAddress',
    ParcelAddress,
  ),
  tell('DELETE /api/users/me/addresses/{id}', '/me/addresses/{id}', 'customer', 'Remove an address', 'Message'),
  ask('/api/users/me/export', '/me/export', 'customer', "The caller's own data", 'OwnData'),
  tell('DELETE /api/users/me', '/me', 'customer', "Delete the caller's account", 'Message', DeleteOwnAccountBody),
]
