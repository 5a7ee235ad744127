/** The only door of the domain. */
export { deleteOldDeliveries } from './queries/bulk.ts'
export { findUnhealthyWebhooks } from './queries/webhooks.ts'
export { reEncryptWebhookSecrets } from './re-encrypt.ts'
export { webhookRoutes } from './routes.ts'
export { addressing, webhookWork } from './webhooks.ts'
