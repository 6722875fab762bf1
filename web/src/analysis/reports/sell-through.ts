import { stockMoves } from './stock-moves.ts'

/** The share of pieces that were sold: the sold pieces, divided by the sum of the sold pieces and the pieces on hand. */
export const sellThroughSql = `WITH ${stockMoves}, lines AS (
  SELECT size, max_by(free, event) + sum(held) AS onHand, sum(sold) AS sold,
         list(event ORDER BY event) FILTER (sold <> 0) AS evidence
  FROM levels
  GROUP BY productId, size, color
)
SELECT if(size = '', 'not by size', size) AS size, sum(sold)::BIGINT AS sold, sum(onHand)::BIGINT AS onHand,
       round(100.0 * sum(sold) / nullif(sum(sold) + sum(onHand), 0), 1) AS percent,
       list_sort(flatten(list(evidence))) AS evidence
FROM lines
GROUP BY lines.size
ORDER BY sold DESC, size`
