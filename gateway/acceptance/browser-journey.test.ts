import { tryJourney } from './journey-suite.ts'
import { WIDTHS } from './page-visits.ts'

tryJourney(WIDTHS)
