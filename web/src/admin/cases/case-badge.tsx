import type { Case } from '@shop/language/case/api'
import { Badge } from '../../ui/badge.tsx'
import { standingInWords } from './case-words.ts'

export const CaseBadge = ({ one }: { one: Case }) => (
  <Badge tone={one.status === 'open' ? 'bad' : 'ok'}>{standingInWords(one)}</Badge>
)
