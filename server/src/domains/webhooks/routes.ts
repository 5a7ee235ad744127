import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/db/database.ts'
import { pageQuery } from '../../platform/http/page.ts'
import { problem } from '../../platform/http/problem.ts'
import { type OrgKey, orgRoute, type Route } from '../../platform/http/route.ts'
import { listSchema } from '../../platform/http/schemas.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { overlapEnd, overlapQuery } from '../../platform/secrets/tokens.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { dueNow, nudgeDeliveries } from './deliveries/worker.ts'
import { deleteDeliveries, resumeDeliveries, suspendDeliveries } from './queries/bulk.ts'
import {
  countWebhooks,
  deleteOrgWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  storeWebhookSecret,
  updateWebhook,
} from './queries/webhooks.ts'
import { mintSecret } from './secret.ts'
import {
  maxWebhooks,
  NewWebhook,
  refusePrivateUrl,
  volatileFields,
  Webhook,
  WebhookCreate,
  WebhookPatch,
} from './webhook.ts'

const admin = { role: 'admin', scope: 'webhooks:manage', tag: 'Webhooks' } as const

export type WebhookRouteDeps = {
  keyring: Keyring
  /** Plain http and private addresses are accepted where private networks may be called. */
  allowPrivateNetwork: boolean
}

export function webhookRoutes(deps: WebhookRouteDeps): Route[] {
  return [...readRoutes, ...writeRoutes(deps), ...deliveryRoutes]
}

const readRoutes = [
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/webhooks',
    summary: 'List the webhooks of the org',
    query: pageQuery,
    response: listSchema(Webhook),
    handle: ({ tx, org, query }) => listWebhooks(tx, org, query),
  }),
  orgRoute({
    ...admin,
    method: 'GET',
    path: '/webhooks/:webhookId',
    summary: 'Read a webhook',
    response: Webhook,
    volatile: volatileFields,
    find: ({ tx, org, params }) => findWebhook(tx, org, params.webhookId),
    handle: async ({ found }) => found,
  }),
  orgRoute({
    ...admin,
    method: 'DELETE',
    path: '/webhooks/:webhookId',
    summary: 'Delete a webhook with the log of its deliveries',
    find: ({ tx, org, params }) => lockWebhook(tx, org, params.webhookId),
    handle: async ({ tx, org, params }) => {
      await deleteDeliveries(tx, org, params.webhookId)
      await deleteOrgWebhook(tx, org, params.webhookId)
    },
  }),
]

function writeRoutes({ keyring, allowPrivateNetwork }: WebhookRouteDeps): Route[] {
  return [
    orgRoute({
      ...admin,
      method: 'POST',
      path: '/webhooks',
      summary: 'Create a webhook for the events of the org',
      description:
        'Deliveries are signed according to Standard Webhooks. `signingSecret` appears only in this response. ' +
        `An org has at most ${maxWebhooks} webhooks.`,
      body: WebhookCreate,
      response: NewWebhook,
      status: 201,
      problems: ['resource.conflict'],
      handle: async ({ tx, org, body, world }) => {
        refusePrivateUrl(body.url, allowPrivateNetwork)
        if ((await countWebhooks(tx, org)) >= maxWebhooks) {
          throw problem('resource.conflict', 409, { detail: `An org has at most ${maxWebhooks} webhooks` })
        }
        const id = world.newId('whk')
        const minted = mintSecret(world, keyring, id)
        const made = await insertWebhook(tx, org, { id, request: body, minted, now: world.now() })
        return { ...made, signingSecret: minted.secret }
      },
    }),
    orgRoute({
      ...admin,
      method: 'PATCH',
      path: '/webhooks/:webhookId',
      summary: "Change a webhook's address, events or description, or turn it on or off",
      description:
        'While `active` is false, nothing is sent and events are not stored. When active again, it gets the deliveries that were ' +
        'pending before, and `deactivation` is cleared.',
      body: WebhookPatch,
      response: Webhook,
      find: ({ tx, org, params }) => lockWebhook(tx, org, params.webhookId),
      handle: async ({ tx, org, found, body, world }) => {
        refusePrivateUrl(body.url, allowPrivateNetwork)
        return changeWebhook(tx, org, { found, patch: body, now: world.now() })
      },
    }),
    orgRoute({
      ...admin,
      method: 'POST',
      path: '/webhooks/:webhookId/_rotate',
      summary: 'Give a webhook a new signing secret',
      description:
        'The old one stops working at once, also for retries. With `overlapMinutes`, deliveries carry a signature by each of ' +
        'both until then, as Standard Webhooks defines. The new one appears only here.',
      query: overlapQuery,
      response: NewWebhook,
      guardedBy: '',
      find: ({ tx, org, params }) => lockWebhook(tx, org, params.webhookId),
      handle: async ({ tx, org, params, query, world }) => {
        const minted = mintSecret(world, keyring, params.webhookId)
        const now = world.now()
        const previousUntil = overlapEnd(query.overlapMinutes, now)
        const rotated = await storeWebhookSecret(tx, org, params.webhookId, { ...minted, previousUntil, now })
        return { ...rotated, signingSecret: minted.secret }
      },
    }),
  ]
}

type WebhookChange = { found: Webhook; patch: WebhookPatch; now: Date }

/** Call with the webhook locked. Another URL is another endpoint: earlier failures no longer count. */
async function changeWebhook(tx: Db, org: OrgKey, { found, patch, now }: WebhookChange): Promise<Webhook> {
  const { id } = found
  if (!hasChanges(found, patch)) return found
  const wakes = patch.active === true && !found.active
  const moves = patch.url !== undefined && patch.url !== found.url
  const changed = await updateWebhook(tx, org, id, { patch, wakes, moves, now })
  if (found.active && !changed.active) await suspendDeliveries(tx, org, id)
  if (!wakes) return changed
  await resumeDeliveries(tx, org, id, dueNow(now))
  nudgeDeliveries(tx)
  return changed
}

function hasChanges(found: Webhook, patch: WebhookPatch): boolean {
  const before = { ...found, description: found.description ?? null }
  return !isDeepStrictEqual({ ...before, ...patch }, before)
}
