let typed = ''

/** The email address typed on the sign-in page, for the page that requests a reset link. It is only kept in memory. */
export const typedEmail = () => typed

export function noteTypedEmail(email: string) {
  typed = email
}
