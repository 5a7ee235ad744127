import type { OrgClient, Schema } from '@parley/sdk'
import { defineCommand, defineGroup } from '../../command.ts'
import { collectItems, connectToOrg } from '../../connection/connect.ts'
import { connectionOptions, overlapOption, parseOverlap } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { confirmAction, type Io } from '../../io.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'

const webhookArgument = { name: 'WEBHOOK', description: 'the id of the webhook, wh_…' } as const

const listWebhooksCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the webhooks of the org, and whether they work',
  about: 'lists the webhooks of the org with their state and their last delivery.',
  options: connectionOptions,
  examples: [
    ['parley webhooks list', 'all webhooks'],
    ["parley webhooks list --json | jq '.data[] | select(.failingSince)'", 'those that fail now'],
  ],
  next: ['`parley webhooks deliveries WEBHOOK` shows what was sent'],
  async run({ options, io, print, columns, json }) {
    const { client } = await connectToOrg(options, io)
    const webhooks = await collectItems(client.each('/webhooks'))
    json({ data: webhooks })
    const rows = webhooks.map((webhook) => [webhook.id, stateOf(webhook), webhook.url, webhook.events.join(' ')])
    for (const line of formatTable(['ID', 'STATE', 'URL', 'EVENTS'], rows, columns)) print(line)
    return exitCodes.passed
  },
})

function stateOf({ active, failingSince, deactivation }: Schema<'Webhook'>): string {
  if (deactivation) return `off: ${deactivation.reason}`
  if (!active) return 'off'
  return failingSince ? 'failing' : 'on'
}

const createWebhookCommand = defineCommand({
  name: 'create',
  summary: 'create a webhook, whose secret is shown once',
  about:
    'creates a webhook and prints its signing secret to standard output; it is never shown again. All\nmessages go to standard error.',
  args: [{ name: 'URL', description: 'the https address that receives the events' }],
  options: {
    events: {
      type: 'string',
      value: 'LIST',
      description: 'names of events, comma-separated, for example goal.reached',
    },
    description: { type: 'string', value: 'TEXT', description: 'what it is for' },
    ...connectionOptions,
  },
  examples: [
    ['parley webhooks create https://example.com/hook --events goal.reached,desk.waiting', 'for two events'],
    ['parley webhooks create https://example.com/hook --events person.created > secret.txt', 'saves the secret'],
  ],
  next: ['`parley webhooks test WEBHOOK` sends a first event'],
  async run({ options, args: [url = ''], io }) {
    const { client } = await connectToOrg(options, io)
    const events = (options.events?.split(',').map((name) => name.trim()) ?? []) as Schema<'WebhookCreate'>['events']
    const { description } = options
    const made = await client.post('/webhooks', {
      body: { url, events, ...(description !== undefined && { description }) },
    })
    io.err(`The webhook is ${toPrintable(made.id)}. Save its secret now: it is not shown again\n`)
    io.reveal(options.json ? `${JSON.stringify(made)}\n` : `${made.signingSecret}\n`)
    return exitCodes.passed
  },
})

const testWebhookCommand = defineCommand({
  name: 'test',
  summary: 'send the event webhook.test',
  about: 'sends the event webhook.test to a webhook. `parley webhooks deliveries` shows what became of it.',
  args: [webhookArgument],
  options: connectionOptions,
  examples: [
    ['parley webhooks test wh_0m3k1', 'sends it'],
    ['parley webhooks test wh_0m3k1 --json', 'with the delivery, for a program'],
  ],
  next: ['`parley webhooks deliveries WEBHOOK` shows the answer'],
  async run({ options, args: [webhookId = ''], io, print, json }) {
    const { client } = await connectToOrg(options, io)
    const delivery = await client.post('/webhooks/{webhookId}/_test', { path: { webhookId } })
    json(delivery)
    print(`The event ${toPrintable(delivery.id)} is on its way`)
    return exitCodes.passed
  },
})

const listDeliveriesCommand = defineCommand({
  name: 'deliveries',
  summary: 'what a webhook received, and what failed',
  about: 'lists the last deliveries to a webhook, newest first, with their attempts and last error.',
  args: [webhookArgument],
  options: connectionOptions,
  examples: [
    ['parley webhooks deliveries wh_0m3k1', 'the last deliveries'],
    ['parley webhooks deliveries wh_0m3k1 --json | jq \'.data[] | select(.status == "failed")\'', 'what failed'],
  ],
  next: ['`parley webhooks resend WEBHOOK EVENT` sends one again'],
  async run({ options, args: [webhookId = ''], io, print, columns, json }) {
    const { client } = await connectToOrg(options, io)
    const { data } = await client.get('/webhooks/{webhookId}/deliveries', { path: { webhookId } })
    json({ data })
    const rows = data.map((one) => [
      one.createdAt,
      one.type,
      one.status,
      `${one.attemptCount}`,
      one.id,
      one.lastError ?? '',
    ])
    for (const line of formatTable(['AT', 'EVENT', 'STATUS', 'ATTEMPTS', 'ID', 'LAST ERROR'], rows, columns))
      print(line)
    return exitCodes.passed
  },
})

const resendDeliveryCommand = defineCommand({
  name: 'resend',
  summary: 'send an event again now',
  about: 'sends an event to a webhook again at once, with the same id.',
  args: [
    webhookArgument,
    { name: 'EVENT', description: 'the id of the event, as `parley webhooks deliveries` shows it' },
  ],
  options: connectionOptions,
  examples: [
    ['parley webhooks resend wh_0m3k1 evt_0m3k2', 'sends it again'],
    ['parley webhooks resend wh_0m3k1 evt_0m3k2 --json', 'with the delivery, for a program'],
  ],
  next: ['`parley webhooks deliveries WEBHOOK` shows the answer'],
  async run({ options, args: [webhookId = '', deliveryId = ''], io, print, json }) {
    const { client } = await connectToOrg(options, io)
    const path = { webhookId, deliveryId }
    const delivery = await client.post('/webhooks/{webhookId}/deliveries/{deliveryId}/_resend', { path })
    json(delivery)
    print(`The event ${toPrintable(delivery.id)} is on its way again`)
    return exitCodes.passed
  },
})

const rotateSecretCommand = defineCommand({
  name: 'rotate',
  summary: 'give a webhook a new signing secret, which is shown once',
  about:
    'creates a new signing secret and prints it to standard output. The old one ends at once, or after the\noverlap, during which deliveries carry two signatures. All messages go to standard error.',
  args: [webhookArgument],
  options: {
    overlap: overlapOption,
    yes: { type: 'boolean', short: 'y', description: 'does not ask for confirmation' },
    ...connectionOptions,
  },
  examples: [
    ['parley webhooks rotate wh_0m3k1 --overlap 1440 --yes > secret.txt', 'both secrets work for a day'],
    ['parley webhooks rotate wh_0m3k1', 'asks, and ends the old secret at once'],
  ],
  next: ['`parley webhooks test WEBHOOK` sends an event that is signed with it'],
  async run({ options, args: [webhookId = ''], io }) {
    const overlapMinutes = parseOverlap(options.overlap)
    const { client } = await connectToOrg(options, io)
    if (!options.yes) await confirmRotation(client, { webhookId, overlapMinutes, io })
    const made = await client.post('/webhooks/{webhookId}/_rotate', { path: { webhookId }, query: { overlapMinutes } })
    io.err('Save the new secret now: it is not shown again\n')
    io.reveal(options.json ? `${JSON.stringify(made)}\n` : `${made.signingSecret}\n`)
    return exitCodes.passed
  },
})

type Rotation = { webhookId: string; overlapMinutes: number; io: Io }

async function confirmRotation(client: OrgClient, { webhookId, overlapMinutes, io }: Rotation): Promise<void> {
  const { url } = await client.get('/webhooks/{webhookId}', { path: { webhookId } })
  const when = overlapMinutes > 0 ? `in ${overlapMinutes} minutes` : 'at once'
  await confirmAction(`Replace the secret of ${toPrintable(url)}? The old one ends ${when}.`, io)
}

export const webhooksCommand = defineGroup({
  name: 'webhooks',
  aliases: ['webhook'],
  summary: 'create and test webhooks, and see what they received',
  about: 'the webhooks of the org. Requires a key with the scope webhooks:manage.',
  commands: [
    listWebhooksCommand,
    createWebhookCommand,
    testWebhookCommand,
    listDeliveriesCommand,
    resendDeliveryCommand,
    rotateSecretCommand,
  ],
  defaultCommand: listWebhooksCommand,
  examples: [
    ['parley webhooks create https://example.com/hook --events goal.reached', 'creates one'],
    ['parley webhooks deliveries wh_0m3k1', 'what it received'],
  ],
})
