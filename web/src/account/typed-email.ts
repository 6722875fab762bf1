let typed = ''

/**
 * The email address typed on the sign-in page. The page that requests a reset link begins with this address. The address is kept in memory
 * only.
 */
export const typedEmail = () => typed

export function noteTypedEmail(email: string) {
  typed = email
}
