import { problem } from '../../../platform/http/problem.ts'
import { orgRoute } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import {
  findDelivery,
  insertTestDelivery,
  listDeliveries,
  listEvents,
  lockDelivery,
  makeDeliveryDue,
  recoverFailed,
} from '../queries/deliveries.ts'
import { findWebhook, lockWebhook } from '../queries/webhooks.ts'
import { eventNames, type Webhook } from '../webhook.ts'
import {
  deliveryQuery,
  eventQuery,
  OrgEvent,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookRecover,
  WebhookRecovered,
} from './delivery.ts'
import { dueNow, nudgeDeliveries } from './worker.ts'

const admin = { role: 'admin', scope: 'webhooks:manage', tag: 'Webhooks' } as const

function refuseInactive({ active }: Webhook): void {
  if (!active) throw problem('resource.conflict', 409, { detail: 'The webhook is not active: activate it first' })
}

export const deliveryRoutes = [
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/webhook-events',
    summary: 'List the recent events of the org, newest first',
    description:
      'The bodies that webhooks receive, whether or not one subscribes to them. Retained for 30 days. An event of a ' +
      'change that took long appears when the change is complete, below newer ones.',
    query: eventQuery,
    response: listSchema(OrgEvent),
    handle: ({ tx, org, query }) => listEvents(tx, org, { query, names: eventNames }),
  }),
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/webhooks/:webhookId/deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    description: 'Retained for 30 days.',
    query: deliveryQuery,
    response: listSchema(WebhookDelivery),
    find: ({ tx, org, params }) => findWebhook(tx, org, params.webhookId),
    handle: ({ tx, org, params, query }) => listDeliveries(tx, org, params.webhookId, query),
  }),
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/webhooks/:webhookId/deliveries/:deliveryId',
    summary: 'Read a delivery with its payload and every attempt',
    response: WebhookDeliveryDetail,
    find: ({ tx, org, params }) => findDelivery(tx, org, params.webhookId, params.deliveryId),
    handle: async ({ found }) => found,
  }),
  orgRoute({
    ...admin,
    method: 'POST',
    path: '/webhooks/:webhookId/deliveries/:deliveryId/_resend',
    summary: 'Send a delivery again now, with the same id',
    description: 'Whatever its status; if the attempt fails, it is retried like a new delivery.',
    response: WebhookDelivery,
    status: 202,
    problems: ['resource.conflict'],
    find: async ({ tx, org, params }) => {
      const webhook = await lockWebhook(tx, org, params.webhookId)
      const delivery = await lockDelivery(tx, org, params.webhookId, params.deliveryId)
      return webhook && delivery && { webhook, delivery }
    },
    handle: async ({ tx, org, params, found, world }) => {
      refuseInactive(found.webhook)
      const named = { webhookId: params.webhookId, id: params.deliveryId }
      const delivery = await makeDeliveryDue(tx, org, named, dueNow(world.now()))
      nudgeDeliveries(tx)
      return delivery
    },
  }),
  orgRoute({
    ...admin,
    method: 'POST',
    path: '/webhooks/:webhookId/_test',
    summary: 'Send the event webhook.test to a webhook',
    description: 'Only to this one, whether or not it subscribes to the event. Read the delivery to see the result.',
    response: WebhookDelivery,
    status: 202,
    problems: ['resource.conflict'],
    find: ({ tx, org, params }) => lockWebhook(tx, org, params.webhookId),
    handle: async ({ tx, org, params, found, world }) => {
      refuseInactive(found)
      const { webhookId } = params
      const event = { id: world.newId('evt'), type: 'webhook.test', data: { webhookId }, now: world.now() }
      const delivery = await insertTestDelivery(tx, org, { ...event, webhookId })
      nudgeDeliveries(tx)
      return delivery
    },
  }),
  orgRoute({
    ...admin,
    method: 'POST',
    path: '/webhooks/:webhookId/_recover',
    summary: 'Send all failed deliveries again since a given time',
    description: 'Deliveries whose last attempt was at `since` or later; each keeps its id.',
    body: WebhookRecover,
    response: WebhookRecovered,
    problems: ['resource.conflict'],
    find: ({ tx, org, params }) => lockWebhook(tx, org, params.webhookId),
    handle: async ({ tx, org, params, found, body, world }) => {
      refuseInactive(found)
      const fresh = dueNow(world.now())
      const count = await recoverFailed(tx, org, params.webhookId, { since: new Date(body.since), fresh })
      nudgeDeliveries(tx)
      return { count }
    },
  }),
]
