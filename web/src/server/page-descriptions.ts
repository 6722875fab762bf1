/**
 * TABLE: what search engines and link previews say of a page under a title that stands, by its path; the others of these are personal. The
 * browser shows none of it, and does not load it.
 */
export const pageDescriptions: Readonly<Record<string, string>> = {
  '/contact': 'Write to Selvedge: a person reads it and answers by email.',
  '/login': 'Sign in to Selvedge to check out and to follow your orders.',
  '/register': 'Create account at Selvedge. Your cart comes with you.',
  '/checkout': 'Shipping, payment and a summary of your order.',
}
