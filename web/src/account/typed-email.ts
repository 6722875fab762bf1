let typed = ''

/** The address typed on the sign-in page, for the page that requests a reset link. */
export const typedEmail = () => typed

export function noteTypedEmail(email: string) {
  typed = email
}
