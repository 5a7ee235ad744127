/** Stands in the statement that writes events: one delivery for each active webhook of the org that asked for it. */
export const insertDeliveriesText = `
  insert into webhook_deliveries (webhook_id, event_id, type, created_at, due_at)
  select webhooks.id, told.id, told.type, told.created_at, told.created_at
    from told join webhooks on webhooks.org_id = told.org_id and webhooks.active and told.type = any(webhooks.events)
  returning 1`
