import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRetired, retiredWords } from './retired-words.ts'
import { textsOf } from './texts-of.ts'

/*
 * Finds retired words (docs/glossary.md) in comments, documents, test titles and texts for people. Checks the files in
 * its arguments, or else all files in Git.
 */
const GLOSSARY = join(import.meta.dirname, '../../../docs/glossary.md')
const READ = /\.(ts|tsx|css|yml|md)$/
/** The specification, whose texts are fixed, and files from outside the project. */
const FIXED =
  /^(docs\/(specification|decisions-of-the-product)\.md|paypal-simulator\/schemas\/|tests\/earlier-shop\/kept\/)/

const given = process.argv.slice(2)
const tracked = () => execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const files = given.length > 0 ? given : tracked().filter((file) => READ.test(file) && !FIXED.test(file))
const retired = retiredWords(readFileSync(GLOSSARY, 'utf8'))

const found = files
  .filter((file) => existsSync(file))
  .flatMap((file) =>
    textsOf(file, readFileSync(file, 'utf8')).flatMap((text) =>
      findRetired(text, retired).map((one) => `${file}:${text.line + one.line - 1}: ${one.word} -> ${one.plainer}`),
    ),
  )
for (const one of found) console.error(one)
if (found.length > 0) process.exitCode = 1
