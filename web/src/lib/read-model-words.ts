/** TABLE: what the pages of a read model show, in the plural, by the name of the read model, where the name itself does not say it. */
const words: Readonly<Record<string, string>> = {
  dashboard: 'dashboard figures',
  stock: 'stock figures',
  'stock-marks': 'stock ledgers',
  'pending-payments': 'payments under review',
  questions: 'saved questions',
  notes: 'notes about customers',
  'question-mails': 'weekly mails',
  addresses: 'address books',
  correspondence: 'messages and newsletter addresses',
}

export const readModelWords = (name: string): string => words[name] ?? name
