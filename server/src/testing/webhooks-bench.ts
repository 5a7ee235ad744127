import assert from 'node:assert/strict'
import { after } from 'node:test'
import { webhookRecipients, webhookWork } from '../domains/webhooks/webhooks.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Mail } from '../platform/mail/index.ts'
import { createOutbound } from '../platform/outbound/index.ts'
import { createAnnounce, type OutboxEvent } from '../platform/outbox.ts'
import { createWorker } from '../platform/work/index.ts'
import { stillWorld } from '../platform/world.ts'
import { createTestApp, type TestOrg } from './app.ts'
import { assertStatus, type ReplyBody } from './client.ts'

type Options = { start?: string; allowPrivateNetwork?: boolean; answerSeconds?: number }

/** The API, and a worker that delivers on a still clock. */
export async function createWebhookBench(options: Options = {}) {
  const { start = '2030-01-31T09:00:00.000Z', allowPrivateNetwork = true, answerSeconds } = options
  const world = stillWorld(start)
  const server = await createTestApp({ world, config: { allowPrivateNetwork: true } })
  const { db } = server.database
  const outbound = createOutbound({ allowPrivateNetwork })
  after(() => outbound.close())
  const logEntries: object[] = []
  const log = { warn: (fields: object) => logEntries.push(fields), error: (fields: object) => logEntries.push(fields) }
  const mails: Mail[] = []
  const announce = createAnnounce(world, undefined, webhookRecipients)
  const deps = {
    ...{ db, world, log, announce, answerSeconds, keyring: server.context.keyring, call: outbound.call },
    mail: { mailer: { send: async (mail: Mail) => void mails.push(mail) }, from: { address: 'parley@example.com' } },
    adminsOf: async () => ['owner@example.com', 'admin@example.com'],
  }
  const { works, close } = webhookWork(deps)
  const worker = createWorker({ db, world, log, works })
  const work = async () => {
    await worker.drain()
    await close()
    assert.deepEqual(logEntries, [])
  }
  return { server, db, world, mails, worker, work, deps, announce, ...webhookHelpers(server.org, { db, announce }) }
}

type WebhookAnnouncer = { db: Parameters<typeof inTransaction>[0]; announce: ReturnType<typeof createAnnounce> }

function webhookHelpers(createOrg: () => Promise<TestOrg>, { db, announce }: WebhookAnnouncer) {
  return {
    async org() {
      const org = await createOrg()
      const path = `${org.path}/webhooks`
      return {
        ...org,
        hooks: path,
        create: async (url: string, fields: object = {}): Promise<ReplyBody> =>
          assertStatus(await org.api.post(path, { url, events: ['person.created'], ...fields }), 201),
        read: async (id: string): Promise<ReplyBody> => assertStatus(await org.api.get(`${path}/${id}`), 200),
        deliveries: async (id: string, query = ''): Promise<ReplyBody[]> =>
          assertStatus(await org.api.get(`${path}/${id}/deliveries${query}`), 200).data,
        announceEvents: (count: number) =>
          announce(db, ...Array.from({ length: count }, () => ({ orgId: org.id, type: 'person.created', data: {} }))),
        announceEvent: (data: object = {}, type = 'person.created') =>
          inTransaction(db, (tx) => announce(tx, { orgId: org.id, type, data } satisfies OutboxEvent)),
      }
    },
  }
}
