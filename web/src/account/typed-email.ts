let typed = ''

/** What was typed on the sign-in page as the email address, for the page that mails a link to it: it stands in no address and is not kept. */
export const typedEmail = () => typed

export function noteTypedEmail(email: string) {
  typed = email
}
