/** TABLE: the passwords of accounts in tests. No log line may contain one of them. */
export const testPasswords = {
  admin: 'a-long-admin-phrase-41',
  customer: 'seven-blue-threads-9',
  changed: 'nine-green-threads-7',
  adminOfARoom: 'the first key of the shop',
  adminOfARoomChanged: 'the second key of the shop',
  customerOfARoom: 'a plain long sentence',
  customerOfARoomChanged: 'another long sentence',
  owner: 'given by the owner',
} as const
