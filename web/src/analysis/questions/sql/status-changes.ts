/**
 * A SELECT with a row for each event that changes, deletes or restores an order, with its status before. A deletion sets no status. An order
 * that was refunded after its deletion is restored as Cancelled.
 */
export const statusChanges = `
    SELECT event, orderId, "from" AS statusBefore, "to" AS status, NULL::BOOLEAN AS isDeleted, chosenReason FROM OrderStatusChanged
    UNION ALL SELECT event, orderId, status, NULL, TRUE, NULL FROM OrderDeleted
    UNION ALL
    SELECT restored.event, restored.orderId, deleted.status, restored.status, FALSE, NULL
    FROM OrderRestored restored
    ASOF JOIN OrderDeleted deleted ON deleted.orderId = restored.orderId AND deleted.event < restored.event
  `
