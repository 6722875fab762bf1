import { type Programs, startProgram } from './start-program.ts'

/** TABLE: an operator's commands. Their earlier names still exist as scripts in package.json. */
export const commands: Programs = {
  'back-up': ['tools/back-up.ts', 'copies a database while the shop runs'],
  'set-password': [
    'command-service/src/set-password/main.ts',
    'sets the password of an account, with the shop stopped',
  ],
  erase: ['tools/erase.ts', 'erases a person and shows that none of their data is left'],
  'verify-erasure': ['tools/verify-erasure.ts', 'searches everywhere for personal values'],
  'verify-log': ['tools/verify-log.ts', 'shows that the log was not changed'],
  'verify-keys': ['tools/verify-keys.ts', 'counts the keys of people, and the lost and damaged keys'],
  'verify-models': ['projections/src/verify-models/main.ts', 'compares the read models with the log'],
  'verify-books': ['command-service/src/books/main.ts', 'checks money and stock of the whole log'],
  'verify-answers': ['analysis/src/verify-answers/main.ts', 'repeats the recorded answers of analysts'],
  'verify-export': ['analysis/src/verify-export/main.ts', 'checks whether an archive of events is complete'],
  'merge-keys': ['command-service/src/merge-keys/main.ts', 'restores lost and damaged keys from a backup'],
  'export-log': ['tools/export-log.ts', 'writes the log to a file'],
  'import-log': ['tools/import-log.ts', 'fills an empty log from a file'],
  'resume-projection': ['tools/resume-projection.ts', 'lists halted projections, or resumes one'],
  'check-paypal': ['command-service/src/check-paypal/main.ts', 'tries the account at PayPal without moving money'],
  'try-projection': [
    'analysis/src/try-projection/main.ts',
    'reports how a changed projection would change the documents',
  ],
  ask: ['analysis/src/ask/main.ts', 'answers a question in SQL'],
  'demo:history': ['embedded/src/demo-history/main.ts', 'fills an empty data folder with the history of a shop'],
}

if (import.meta.main) await startProgram('shop', commands)
