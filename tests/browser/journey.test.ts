import { tryJourney } from '../support/journey-suite.ts'
import { WIDTHS } from '../support/page-visits.ts'

tryJourney(WIDTHS)
