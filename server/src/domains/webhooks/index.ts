/** The only door of the domain. */
export { forgetOldDeliveries } from './queries/many.ts'
export { webhooksInTrouble } from './queries/trouble.ts'
export { resealWebhookSecrets } from './reseal.ts'
export { webhookRoutes } from './routes.ts'
export { addressing, webhookWork } from './webhooks.ts'
