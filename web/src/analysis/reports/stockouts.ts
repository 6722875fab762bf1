import { evidenceOf } from '../questions/sql/evidence.ts'
import { productNames } from '../questions/sql/product-names.ts'
import { stockMoves } from './stock-moves.ts'

/**
 * A stock-out begins when the last available piece is gone, and ends when a piece is available again. Pieces without size and color count
 * for each line of the product. One command can record several events, so only the pieces at the end of a moment count. `lines`: a SELECT.
 */
const tables = (lines: string) => `${stockMoves}, steps AS (
  SELECT *, free - lag(free, 1, 0) OVER (PARTITION BY productId, size, color ORDER BY event) AS step FROM levels
), divided AS (
  SELECT productId, min(event) AS dividedBy FROM moves WHERE size <> '' OR color <> '' GROUP BY productId
), lines AS (
  ${lines}
), available AS (
  SELECT productId, size, color, event, recordedAt, sum(step) OVER (PARTITION BY productId, size, color ORDER BY event) AS free
  FROM (
    SELECT lines.*, event, recordedAt, sum(step) AS step
    FROM lines
    JOIN steps ON steps.productId = lines.productId
      AND (steps.size = lines.size AND steps.color = lines.color OR steps.size = '' AND steps.color = '')
    GROUP BY ALL
  )
), moments AS (
  FROM available QUALIFY event = max(event) OVER (PARTITION BY productId, size, color, recordedAt)
), turns AS (
  SELECT *, free <= 0 AS isOut FROM moments
  QUALIFY isOut <> (lag(free, 1, 0) OVER (PARTITION BY productId, size, color ORDER BY event) <= 0)
), stockouts AS (
  SELECT *, coalesce(lead(recordedAt) OVER line, now()::TIMESTAMP) AS endedAt, lead(event) OVER line AS endedBy, endedBy IS NULL AS isStillOut
  FROM turns
  WINDOW line AS (PARTITION BY productId, size, color ORDER BY event)
  QUALIFY isOut
), lineEvents AS (
  SELECT productId, size, color, list(event) AS events FROM available GROUP BY ALL
), ${productNames}`

/** A divided product also has a line for each size and color that is for sale now. */
const lines = `SELECT productId, size, color FROM moves LEFT JOIN divided USING (productId) WHERE dividedBy IS NULL OR size <> '' OR color <> ''
  UNION
  SELECT productId, size, unnest(if(colors = [], [''], colors))
  FROM (SELECT productId, unnest(if(sizes = [], [''], sizes)) AS size, colors FROM offered)
  JOIN divided USING (productId)`

export const stockoutsSql = `WITH offers AS (
  SELECT event, productId, details.sizes AS sizes, details.colors AS colors FROM ProductListed
  UNION ALL SELECT event, productId, changes.sizes, changes.colors FROM ProductEdited
), offered AS (
  SELECT productId, max_by(sizes, event) AS sizes, max_by(colors, event) AS colors,
         [max(event) FILTER (sizes IS NOT NULL), max(event) FILTER (colors IS NOT NULL)] AS offeredBy
  FROM offers
  GROUP BY productId
), ${tables(lines)}
SELECT concat_ws(', ', coalesce(name, productId), nullif(size, ''), nullif(color, '')) AS line, count(*) AS stockouts,
       round(sum(date_diff('minute', recordedAt, endedAt)) / 60, 1) AS hours, bool_or(isStillOut) AS stillOut,
       ${evidenceOf('flatten(list([event, endedBy]))', 'list_concat(any_value(events), any_value(offeredBy), [any_value(named), any_value(dividedBy)])')} AS evidence
FROM stockouts
JOIN lineEvents USING (productId, size, color)
LEFT JOIN names USING (productId)
LEFT JOIN offered USING (productId)
LEFT JOIN divided USING (productId)
GROUP BY productId, name, size, color
ORDER BY hours DESC, line`

/** How often adding a line to the cart was refused, and for how long the line was out of stock. */
export const refusedDemandSql = `WITH refused AS (
  SELECT thing AS productId, size, color, sum(count)::BIGINT AS wanted
  FROM trailCounts
  WHERE what = 'refused add' AND thing IS NOT NULL
  GROUP BY ALL
), ${tables('SELECT productId, size, color FROM refused')}, outs AS (
  SELECT productId, size, color, count(*) AS stockouts, round(sum(date_diff('minute', recordedAt, endedAt)) / 60, 1) AS hours,
         flatten(list([event, endedBy])) AS turns
  FROM stockouts
  GROUP BY ALL
)
SELECT concat_ws(', ', coalesce(name, productId), nullif(size, ''), nullif(color, '')) AS line, wanted,
       coalesce(stockouts, 0) AS stockouts, coalesce(hours, 0) AS hours,
       ${evidenceOf('turns', 'list_append(events, named)')} AS evidence
FROM refused
LEFT JOIN outs USING (productId, size, color)
LEFT JOIN lineEvents USING (productId, size, color)
LEFT JOIN names USING (productId)
ORDER BY wanted DESC, line`

/** The share of pieces that left the stock. They are not called sold, because a cancelled order's pieces count until they are put back. */
export const sellThroughSql = `WITH ${stockMoves}, lines AS (
  SELECT size, max_by(free, event) + sum(held) AS onHand, sum(sold) AS leftStock,
         list(event) FILTER (sold <> 0) AS moved, list(event) AS events
  FROM levels
  GROUP BY productId, size, color
)
SELECT if(size = '', 'not by size', size) AS size, sum(leftStock)::BIGINT AS leftStock, sum(onHand)::BIGINT AS onHand,
       round(100.0 * sum(leftStock) / nullif(sum(leftStock) + sum(onHand), 0), 1) AS percent,
       ${evidenceOf('flatten(list(moved))', 'flatten(list(events))')} AS evidence
FROM lines
GROUP BY lines.size
ORDER BY leftStock DESC, size`
