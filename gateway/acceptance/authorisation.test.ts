import { tryPermissions } from './authorisation-suite.ts'

tryPermissions({ isWhole: true })
