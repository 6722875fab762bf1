import {
  AddUserBody,
  ChangePasswordBody,
  ConfirmEmailBody,
  DeleteOwnAccountBody,
  EditOwnAccountBody,
  EditUserBody,
  ForgottenBody,
  LoginBody,
  RegisterBody,
  ResetBody,
  UserQuery,
} from '@shop/language/account/api'
import { ParcelAddress } from '@shop/language/address/api'
import { WriteNoteBody } from '@shop/language/customer/api'
import { type ApiRow, createCall, getCall, writeCall } from './api-row.ts'

/** TABLE: the public calls for signing in and for the caller's own account. */
export const accountRows: readonly ApiRow[] = [
  writeCall('POST /api/users/login', 'anyone', 'Sign in', 'Session', LoginBody),
  createCall('/api/users/register', 'anyone', 'Register', 'Session', RegisterBody),
  writeCall('PUT /api/users/me/password', 'customer', 'Change the password', 'Session', ChangePasswordBody),
  writeCall(
    'POST /api/users/password/forgotten',
    'anyone',
    'Request a link to set a new password',
    'Message',
    ForgottenBody,
  ),
  writeCall(
    'POST /api/users/password/reset',
    'anyone',
    'Set a new password with the mailed link',
    'Message',
    ResetBody,
  ),
  getCall('/api/users/me/sessions', 'customer', "The caller's sessions", 'OpenSession[]'),
  writeCall('DELETE /api/users/me/sessions', 'customer', 'Sign out everywhere', 'Message'),
  writeCall(
    'DELETE /api/users/me/sessions/{id}',
    'owner',
    'End one session; `current` ends the session of the caller',
    'Message',
  ),
  getCall('/api/users/me', 'customer', "The caller's account", 'User'),
  writeCall(
    'PUT /api/users/me',
    'customer',
    'Change the name, or request a new email address',
    'User',
    EditOwnAccountBody,
  ),
  writeCall(
    'POST /api/users/email/confirm',
    'anyone',
    'Confirm a new email address with the mailed link',
    'User',
    ConfirmEmailBody,
  ),
  getCall('/api/users/me/addresses', 'customer', "The caller's address book", 'SavedAddress[]'),
  createCall('/api/users/me/addresses', 'customer', 'Save an address', 'SavedAddress', ParcelAddress),
  writeCall('PUT /api/users/me/addresses/{id}', 'owner', 'Replace a saved address', 'SavedAddress', ParcelAddress),
  writeCall('DELETE /api/users/me/addresses/{id}', 'owner', 'Remove an address', 'Message'),
  getCall('/api/users/me/export', 'customer', 'All data about the caller', 'OwnData'),
  writeCall('DELETE /api/users/me', 'customer', "Delete the caller's account", 'Message', DeleteOwnAccountBody),
]

/** TABLE: the calls that admins make about users. */
export const userRows: readonly ApiRow[] = [
  getCall('/api/admin/users', 'admin', 'All users', 'User[]', UserQuery),
  createCall('/api/admin/users', 'admin', 'Add a user', 'SavedUser', AddUserBody),
  getCall('/api/admin/users/{id}', 'admin', 'A customer, with totals and notes', 'Customer'),
  createCall('/api/admin/users/{id}/notes', 'admin', 'Write a note on a customer', 'Note', WriteNoteBody),
  writeCall('PUT /api/admin/users/{id}', 'admin', 'Edit a user', 'SavedUser', EditUserBody),
  writeCall('DELETE /api/admin/users/{id}', 'admin', 'Delete a user', 'Message'),
  writeCall('DELETE /api/admin/users/{id}/sessions', 'admin', 'Sign a user out everywhere', 'Message'),
]
