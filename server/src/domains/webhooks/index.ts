/** Public interface of the domain; other domains import only from here. */
export { deleteOldDeliveries } from './queries/bulk.ts'
export { findUnhealthyWebhooks } from './queries/webhooks.ts'
export { webhookRoutes } from './routes.ts'
export { reEncryptWebhookSecrets } from './secret.ts'
export { webhookRecipients, webhookWork } from './webhooks.ts'
