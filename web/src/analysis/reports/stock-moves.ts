/**
 * Tables for a WITH clause. `moves` has the pieces that each event counts or moves in a stock line. `levels` has the available pieces after
 * each event.
 */
export const stockMoves = `moves AS (
  SELECT event, recordedAt, productId, size, color, TRUE AS counted, available AS free, 0 AS held, 0 AS sold FROM StockCounted
  UNION ALL SELECT event, recordedAt, productId, size, color, FALSE, difference, 0, 0 FROM StockAdjusted
  UNION ALL SELECT event, recordedAt, productId, size, color, FALSE, quantity, 0, 0 FROM StockReceived
  UNION ALL
  SELECT event, recordedAt, productId, line.size, line.color, FALSE, free * line.quantity, held * line.quantity, sold * line.quantity
  FROM (
    SELECT event, recordedAt, productId, unnest(lines) AS line, -1 AS free, 1 AS held, 0 AS sold FROM StockReserved
    UNION ALL SELECT event, recordedAt, productId, unnest(lines), 1, -1, 0 FROM ReservationReleased
    UNION ALL SELECT event, recordedAt, productId, unnest(lines), 0, -1, 1 FROM StockTaken
    UNION ALL SELECT event, recordedAt, productId, unnest(lines), 1, 0, -1 FROM StockReturned
  )
), levels AS (
  SELECT event, recordedAt, productId, size, color, held, sold,
         sum(free) OVER (PARTITION BY productId, size, color, counts ORDER BY event) AS free
  FROM (SELECT *, count(*) FILTER (counted) OVER (PARTITION BY productId, size, color ORDER BY event) AS counts FROM moves)
)`
