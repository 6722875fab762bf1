import { checkoutClasses, checkoutEvents } from '../questions/sql/checkout-events.ts'
import { CHOSEN_DAYS } from '../questions/sql/chosen-days.ts'
import { sorted } from '../questions/sql/evidence.ts'
import { observedDays } from '../questions/sql/observed-days.ts'
import { soldOrders } from '../questions/sql/order-books.ts'

/**
 * A table for a WITH clause: `adds` has each line that was put into a cart, with its person. A guest's cart counts for the customer who got
 * it later. Since the event `since`, the line is in this person's cart.
 */
const adds = `ends AS (
  SELECT event, ownerId, "to" AS customerId FROM GuestCartHandedOver
  UNION ALL SELECT event, ownerId, mergedInto FROM GuestCartClosed
  UNION ALL SELECT event, ownerId, NULL FROM GuestCartExpired
), adds AS (
  SELECT added.event, recordedAt, item,
         coalesce(customerId, if(ends.event IS NULL, added.ownerId, concat(added.ownerId, '/', ends.event))) AS person,
         if(customerId IS NULL, added.event, ends.event) AS since, [added.event, ends.event] AS events
  FROM ItemAddedToCart added
  ASOF LEFT JOIN ends ON ends.ownerId = added.ownerId AND ends.event > added.event
)`

/**
 * Each cart counts once, `$days` days after its first line. It ends at the event `endedBy`, the start of the checkout that becomes an order.
 */
export const cartToOrderSql = `WITH ${adds}, ${checkoutClasses}, ${checkoutEvents}, starts AS (
  SELECT started.event, started.customerId AS person, placed.recordedAt AS placedAt, class, events AS checkoutEvents
  FROM CheckoutStarted started
  JOIN checkoutClasses USING (checkoutId)
  JOIN checkoutEvents USING (checkoutId)
  LEFT JOIN OrderPlaced placed ON placed.orderId = started.checkoutId
), carts AS (
  SELECT adds.person, ordered.event AS endedBy, min(recordedAt) AS startedAt, startedAt + ${CHOSEN_DAYS} AS until, min(since) AS since,
         list_concat(arg_min(events, adds.event), arg_min(events, [since, adds.event])) AS events
  FROM adds
  ASOF LEFT JOIN (FROM starts WHERE class = 'ordered') ordered ON ordered.person = adds.person AND ordered.event > adds.since
  GROUP BY ALL
), reached AS (
  SELECT startedAt, events, min(placedAt) <= until AS isInTime,
         arg_min(class, list_position(['ordered', 'underReview', 'notEnded', 'ended'], class)) AS class,
         flatten(list(coalesce(checkoutEvents, []))) AS laterEvents
  FROM carts
  LEFT JOIN starts ON starts.person = carts.person AND starts.event > carts.since AND starts.event <= coalesce(endedBy, starts.event)
  WHERE until <= now()::TIMESTAMP
  GROUP BY carts.person, endedBy, startedAt, until, events
)
SELECT date_trunc('week', startedAt)::DATE AS week, round(100.0 * count(*) FILTER (isInTime) / count(*), 1) AS percentOrdered, count(*) AS carts,
       count(*) FILTER (isInTime) AS ordered, count(*) FILTER (NOT isInTime) AS orderedLater,
       count(*) FILTER (class = 'underReview') AS paymentUnderReview, count(*) FILTER (class = 'notEnded') AS checkoutNotEnded,
       count(*) FILTER (class = 'ended') AS checkoutEndedWithoutOrder, count(*) FILTER (class IS NULL) AS withoutCheckout,
       ${observedDays('week', CHOSEN_DAYS)},
       ${sorted('flatten(list(list_concat(events, laterEvents)))')} AS evidence
FROM reached
GROUP BY week
ORDER BY week`

export const addedNotBoughtSql = `WITH ${adds}, ${soldOrders}, added AS (
  SELECT person, item.productId AS productId, sum(item.quantity) AS pieces, max_by(item.name, event) AS name, max(event) AS event,
         flatten(list(events)) AS events
  FROM adds
  GROUP BY ALL
), sold AS (
  SELECT customerId AS person, line.productId AS productId, sum(line.quantity) AS pieces, flatten(list(events)) AS events
  FROM (SELECT customerId, events, unnest(items) AS line FROM soldOrders)
  GROUP BY ALL
), compared AS (
  SELECT added.*, greatest(0, added.pieces - coalesce(sold.pieces, 0)) AS notBought, list_concat(added.events, sold.events) AS allEvents
  FROM added
  LEFT JOIN sold ON sold.person = added.person AND sold.productId = added.productId
)
SELECT max_by(name, event) AS product, sum(notBought)::BIGINT AS piecesNotBought, sum(pieces)::BIGINT AS piecesAdded,
       round(100.0 * sum(notBought) / sum(pieces), 1) AS percentNotBought,
       count(*) FILTER (notBought > 0) AS buyersWithout, count(*) AS buyers, productId,
       ${sorted('flatten(list(allEvents))')} AS evidence
FROM compared
GROUP BY productId
ORDER BY piecesNotBought DESC, product, productId`
