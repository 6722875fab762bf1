/** A table for a WITH clause: the newest name of each product. `named`: the number of the event that gave this name. */
export const productNames = `names AS (
  SELECT productId, max_by(name, event) AS name, max(event) AS named
  FROM (
    SELECT event, productId, details.name AS name FROM ProductListed
    UNION ALL SELECT event, productId, changes.name FROM ProductEdited WHERE changes.name IS NOT NULL
  )
  GROUP BY productId
)`
