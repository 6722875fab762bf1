import type { Case } from '@shop/language/case/api'
import { Badge } from '../../ui/badge.tsx'
import { statusInWords } from './case-words.ts'

export const CaseBadge = ({ one }: { one: Case }) => (
  <Badge tone={one.status === 'open' ? 'bad' : 'ok'}>{statusInWords(one)}</Badge>
)
