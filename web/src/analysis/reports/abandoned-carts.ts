import { notBegun, refusals } from '../questions/sql/checkout-events.ts'
import { CHOSEN_DAYS } from '../questions/sql/chosen-days.ts'
import { sorted } from '../questions/sql/evidence.ts'
import { productNames } from '../questions/sql/product-names.ts'
import { stockMoves } from './stock-moves.ts'

/**
 * Tables for a WITH clause. `carts` has the abandoned carts, each with its events and those of its checkouts. The tables before it
 * follow each cart in rounds. A round has the cart's changes until the cart is handed over, closed, expired or erased. The reason comes from
 * the lines left in an abandoned round, from stock and prices at the round's last change, and from all its checkouts.
 * A checkout counts if one of these lines was in the cart at its opening, or came back from it.
 */
const tables = `changes AS (
  SELECT event, recordedAt, ownerId, item.productId AS productId, item.size AS size, item.color AS color,
         {'sets': FALSE, 'pieces': item.quantity} AS change, item.priceCents AS priceCents
  FROM (
    SELECT event, recordedAt, ownerId, item FROM ItemAddedToCart
    UNION ALL SELECT event, recordedAt, ownerId, unnest(items) FROM GuestCartMerged
    UNION ALL SELECT event, recordedAt, ownerId, unnest(items) FROM PurchaseReturnedToCart
  )
  UNION ALL
  SELECT event, recordedAt, ownerId, productId, size, color, {'sets': TRUE, 'pieces': quantity}, priceCents FROM CartQuantityChanged
  UNION ALL
  SELECT event, recordedAt, ownerId, productId, size, color, {'sets': TRUE, 'pieces': 0}, NULL FROM ItemRemovedFromCart
  UNION ALL
  SELECT event, recordedAt, ownerId, line.productId, line.size, line.color, {'sets': FALSE, 'pieces': -line.quantity}, NULL
  FROM (SELECT event, recordedAt, ownerId, unnest(lines) AS line FROM PurchaseLeftCart)
), ends AS (
  SELECT event, ownerId, FALSE AS isAbandoned FROM GuestCartHandedOver
  UNION ALL SELECT event, ownerId, FALSE FROM GuestCartClosed
  UNION ALL SELECT event, accountId, FALSE FROM AccountErased
  UNION ALL SELECT event, ownerId, TRUE FROM GuestCartExpired
), inRounds AS (
  SELECT changes.*, ends.event AS endedBy, ends.isAbandoned
  FROM changes ASOF LEFT JOIN ends ON ends.ownerId = changes.ownerId AND ends.event > changes.event
), lines AS (
  SELECT ownerId, endedBy, isAbandoned, productId, size, color, max(event) AS event, max_by(priceCents, event) AS priceCents,
         list_reduce(list({'sets': change.sets, 'pieces': change.pieces, 'since': event::BIGINT} ORDER BY event), lambda before, next: {
           'sets': FALSE,
           'pieces': CASE WHEN NOT next.sets THEN greatest(0, before.pieces + next.pieces) WHEN before.pieces > 0 THEN next.pieces ELSE 0 END,
           'since': if(before.pieces > 0, before.since, next.since)
         }, {'sets': FALSE, 'pieces': 0::BIGINT, 'since': 0::BIGINT}) AS kept
  FROM inRounds
  GROUP BY ALL
), rounds AS (
  SELECT ownerId, endedBy, max(event) AS event, max(recordedAt) AS changedAt, list_append(list(event), any_value(endedBy)) AS events
  FROM inRounds
  GROUP BY ALL
), abandoned AS (
  SELECT lines.* EXCLUDE (event, kept), kept.pieces AS pieces, kept.since AS since, rounds.event, rounds.changedAt, rounds.events
  FROM lines JOIN rounds ON rounds.ownerId = lines.ownerId AND rounds.endedBy IS NOT DISTINCT FROM lines.endedBy
  WHERE kept.pieces > 0 AND (lines.isAbandoned OR lines.endedBy IS NULL) AND rounds.changedAt + ${CHOSEN_DAYS} <= now()::TIMESTAMP
), priced AS (
  SELECT event, recordedAt, productId, details.priceCents AS priceCents FROM ProductListed
  UNION ALL
  SELECT event, recordedAt, productId, changes.priceCents FROM ProductEdited WHERE changes.priceCents IS NOT NULL
), prices AS (
  SELECT recordedAt, productId, max_by(priceCents, event) AS priceCents FROM priced GROUP BY ALL
), ${stockMoves}, free AS (
  SELECT recordedAt, productId, size, color, max_by(free, event) AS free FROM levels GROUP BY ALL
), checkouts AS (
  SELECT kept.event, bool_or(refused.checkoutId IS NOT NULL) AS isRefused, bool_or(notBegun.checkoutId IS NOT NULL) AS isNotBegun,
         flatten(list([opened.event, refused.event, notBegun.event])) AS events
  FROM (SELECT event, ownerId, endedBy, min(since) AS since FROM abandoned GROUP BY ALL) kept
  JOIN CheckoutOpened opened ON opened.ownerId = kept.ownerId AND opened.event < coalesce(kept.endedBy, opened.event + 1)
  LEFT JOIN PurchaseReturnedToCart returned ON returned.ownerId = opened.ownerId AND returned.orderId = opened.checkoutId
  LEFT JOIN ${refusals} refused ON refused.checkoutId = opened.checkoutId
  LEFT JOIN ${notBegun} notBegun ON notBegun.checkoutId = opened.checkoutId
  LEFT JOIN (
    SELECT ownerId, max(event) AS event
    FROM PurchaseLeftCart
    ANTI JOIN PurchaseReturnedToCart USING (ownerId, orderId)
    GROUP BY ownerId
  ) bought ON bought.ownerId = opened.ownerId
  WHERE coalesce(returned.event, opened.event) >= greatest(since, coalesce(bought.event, 0))
  GROUP BY kept.event
), compared AS (
  SELECT abandoned.*, prices.priceCents > abandoned.priceCents AS isDearer, coalesce(shared.free, 0) AS shared,
         greatest(0, pieces - if(abandoned.size = '' AND abandoned.color = '', 0, coalesce(own.free, 0))) AS fromShared
  FROM abandoned
  ASOF LEFT JOIN prices ON prices.productId = abandoned.productId AND prices.recordedAt <= changedAt
  ASOF LEFT JOIN free own
    ON own.productId = abandoned.productId AND own.size = abandoned.size AND own.color = abandoned.color AND own.recordedAt <= changedAt
  ASOF LEFT JOIN free shared
    ON shared.productId = abandoned.productId AND shared.size = '' AND shared.color = '' AND shared.recordedAt <= changedAt
), carts AS (
  SELECT ownerId, event, changedAt, sum(pieces)::BIGINT AS pieces, sum(pieces * priceCents)::BIGINT AS valueCents,
         CASE WHEN bool_or(isRefused) THEN 'A payment was refused'
              WHEN bool_or(isNotBegun) THEN 'A payment could not begin'
              WHEN bool_or(isShort) THEN 'Pieces sold out'
              WHEN bool_or(isDearer) THEN 'A price rose'
              WHEN bool_or(checkouts.event IS NOT NULL) THEN 'Left at the checkout'
              ELSE 'Unknown' END AS reason,
         any_value(${sorted('list_concat(lines.events, checkouts.events)')}) AS events
  FROM (SELECT *, sum(fromShared) OVER (PARTITION BY event, productId) > shared AS isShort FROM compared) lines
  LEFT JOIN checkouts USING (event)
  GROUP BY ALL
)`

/** The evidence has the events of each cart, then all earlier events that changed the price or the stock of the carts' lines. */
export const abandonedCartsSql = `WITH ${tables}, asked AS (
  SELECT reason, productId, size, color, max(abandoned.changedAt) AS changedAt FROM abandoned JOIN carts USING (event) GROUP BY ALL
), earlier AS (
  SELECT reason, list(DISTINCT e.event) AS events
  FROM asked
  JOIN (
    SELECT event, recordedAt, productId, size, color FROM moves UNION ALL SELECT event, recordedAt, productId, '', '' FROM priced
  ) e ON e.productId = asked.productId AND e.recordedAt <= asked.changedAt
    AND (e.size = asked.size AND e.color = asked.color OR e.size = '' AND e.color = '')
  GROUP BY reason
)
SELECT reason, count(*) AS carts, sum(pieces)::BIGINT AS pieces, sum(valueCents)::BIGINT AS valueCents,
       list_concat(flatten(list(carts.events ORDER BY valueCents DESC, event)), ${sorted('any_value(earlier.events)')}) AS evidence
FROM carts
LEFT JOIN earlier USING (reason)
GROUP BY reason
ORDER BY carts DESC, reason`

export const abandonedCartListSql = `WITH ${tables}, ${productNames}, contents AS (
  SELECT ownerId, event,
         string_agg(concat(pieces, ' × ', concat_ws(', ', coalesce(name, productId), nullif(size, ''), nullif(color, ''))), '; '
                    ORDER BY name, productId, size, color) AS products,
         list(named) AS named
  FROM abandoned
  LEFT JOIN names USING (productId)
  GROUP BY ownerId, event
), accounts AS (
  SELECT accountId AS ownerId, min(event) AS event FROM AccountRegistered GROUP BY accountId
)
SELECT changedAt AS lastChanged, if(accounts.event IS NULL, 'Guest', 'Customer') AS buyer, pieces, valueCents, products, reason,
       'cart-' || ownerId AS stream, list_concat(events, ${sorted('list_append(named, accounts.event)')}) AS evidence
FROM carts
JOIN contents USING (ownerId, event)
LEFT JOIN accounts USING (ownerId)
ORDER BY valueCents DESC, carts.event`
