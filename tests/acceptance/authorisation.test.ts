import { tryPermissions } from './authorisation/authorisation-suite.ts'

tryPermissions({ isWhole: true })
