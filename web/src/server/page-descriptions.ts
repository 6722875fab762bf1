/**
 * TABLE: descriptions of pages with a fixed title, by path, for search engines and link previews. Pages with a fixed title that are not in
 * the table are personal. The browser does not load the table.
 */
export const pageDescriptions: Readonly<Record<string, string>> = {
  '/contact': 'Write to Selvedge. A person reads your message and answers by email.',
  '/login': 'Sign in to Selvedge to check out and to follow your orders.',
  '/register': 'Create an account at Selvedge. Your cart comes with you.',
  '/checkout': 'Shipping, payment and a summary of your order.',
}
