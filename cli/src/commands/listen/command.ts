import { findNearestName } from '@parley/findings/edit-distance'
import { Gateway } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { connectToOrg, connectToParley, userAgent } from '../../connection/connect.ts'
import {
  agentOptions,
  defaultGatewayUrl,
  isSameServer,
  parseGatewayUrlOption,
  validateSecret,
} from '../../connection/options.ts'
import { readLocalCredentials } from '../../connection/profiles.ts'
import { exitCodes, toCommandError, usageError } from '../../exit.ts'

import type { Io } from '../../io.ts'
import { createWebhookSecret, parseProgramUrl, readWebhookSecret } from '../../program/call-program.ts'
import { toPrintable } from '../../text/printable.ts'
import { webhookSamples } from '../trigger/webhook-samples.generated.ts'
import { type ListenHello, relayEvents } from './relay-events.ts'
import { relayOrgEvents } from './relay-org-events.ts'

/** Gateway address and access token of the agent whose events are relayed. */
type GatewayAccess = { url: string; token: string }
type ListenOptions = { gateway?: string; token?: string; agent?: string }

/**
 * Resolves access from the options, the environment, or the credentials that a first start saved here for its demo
 * agent.
 */
export function resolveGatewayAccess(options: ListenOptions, io: Pick<Io, 'env' | 'workingDirectory'>): GatewayAccess {
  const { env } = io
  const own = validateSecret('access token', options.token || env.PARLEY_ACCESS_TOKEN)
  const named = parseGatewayUrlOption(options.gateway || env.PARLEY_GATEWAY_URL)
  if (own) return { url: named ?? defaultGatewayUrl, token: own }
  const { gatewayUrl: url, accessToken, agent } = readLocalCredentials(io) ?? {}
  const token = validateSecret('access token', accessToken)
  const meant = options.agent || env.PARLEY_AGENT
  // A saved token is only ever sent to the server and agent it belongs to.
  if (!token || !url || (named && !isSameServer(named, url)) || (meant && meant !== agent)) throw usageError(noToken)
  return { url: named ?? url, token }
}

const noToken =
  'There is no access token for the agent: set PARLEY_ACCESS_TOKEN. `POST …/agents/{agent}/gateway/_rotateAccessToken` ' +
  "creates one and revokes the previous one; `parley start` stores the demo agent's token in data/credentials.json"

const heading = 'Where events come from'

export const listenCommand = defineCommand({
  name: 'listen',
  summary: 'forward the events of an agent to a program on this machine',
  about: `forwards the events of an agent to a program on this machine, as if it were the agent's webhook: the
same requests, signed with the agent's signing secret, and the program's replies are sent to
people. No public address is needed. Until the command ends, the agent's own webhook, or Parley
itself, receives nothing. Only one listener per agent is active: the latest one. With --org-events,
it forwards the events of the org instead, as its webhooks receive them, which go on receiving them.`,
  options: {
    'forward-to': {
      type: 'string',
      value: 'URL',
      description: 'the program: http://localhost:3000/hook, or just a port',
    },
    'org-events': {
      type: 'string',
      value: 'LIST',
      description:
        'forwards the events of the org: `all`, or names such as person.created,desk.waiting.\nRequires a key with the scope webhooks:manage',
    },
    'new-secret': {
      type: 'boolean',
      description:
        'creates a new signing secret for the agent and shows it once; the previous one\nstops working at once, also for its webhook. Requires an API key',
    },
    token: {
      type: 'string',
      value: 'TOKEN',
      heading,
      description:
        "the access token of the agent; prefer PARLEY_ACCESS_TOKEN. Default: the demo\nagent's token, from data/credentials.json",
    },
    gateway: {
      type: 'string',
      value: 'URL',
      heading,
      description: 'URL of the gateway; default: PARLEY_GATEWAY_URL, or http://127.0.0.1:4400',
    },
    ...agentOptions,
  },
  exitDescriptions: {
    0: 'interrupted by Ctrl-C; unfinished events are delivered again the usual way',
    3: 'the gateway is unreachable, or another listener took over',
  },
  examples: [
    ['parley listen --forward-to http://localhost:3000/hook', "forwards the demo agent's events to your program"],
    [
      'PARLEY_ACCESS_TOKEN=at-… parley listen --gateway https://gateway.example.com --forward-to 3000',
      'on another machine',
    ],
    ['parley listen --forward-to 3000 --json | jq .text', 'what people say, one message per line'],
    ['parley listen --org-events person.created,desk.waiting --forward-to 3000', "events of the org's webhooks"],
  ],
  next: ['`parley chat` sends messages to the agent; `createBot` of @parley/sdk replies in a few lines of code'],
  async run({ options, io, print, paint, json }) {
    const to = parseProgramUrl('--forward-to', options['forward-to'] ?? missing())
    if (options['org-events'] !== undefined)
      return listenToOrg(options['org-events'], to, { options, io, print, paint, json })
    const { url, token } = resolveGatewayAccess(options, io)
    io.addSecret(token)
    const { fetch, sleep } = io
    const gateway = new Gateway({ url, accessToken: token, fetch, sleep, userAgent, redirect: 'error' })
    const onBegin = async (hello: ListenHello) => {
      for (const line of formatGreeting(hello, to)) print(line)
      if (options['new-secret']) await showNewSecret(hello, { options, io, print })
    }
    await relayEvents({ gateway, to, io, print, paint, json, onBegin })
    return exitCodes.passed
  },
})

type OrgListening = Pick<CommandCall, 'io' | 'print' | 'paint' | 'json'> & {
  options: Parameters<typeof connectToOrg>[0] & { json: boolean }
}

async function listenToOrg(list: string, to: string, { options, io, ...output }: OrgListening): Promise<0> {
  const names = parseEventNames(list)
  const own = readWebhookSecret(io)
  const secret = own ?? createWebhookSecret()
  const { client, org } = await connectToOrg(options, io)
  const onBegin = () => {
    output.print(`Events of the org ${toPrintable(org)} go to ${toPrintable(to)}; press Ctrl-C to stop`)
    if (own) return output.print('  Signed with PARLEY_WEBHOOK_SECRET')
    output.print('  Signed with this secret; set PARLEY_WEBHOOK_SECRET to use another:')
    io.reveal(options.json ? `${JSON.stringify({ signingSecret: secret })}\n` : `${secret}\n`)
  }
  await relayOrgEvents({ client, to, secret, names, onBegin, io, ...output })
  return exitCodes.passed
}

function parseEventNames(list: string): string[] | undefined {
  if (list.trim() === 'all') return undefined
  const known = Object.keys(webhookSamples)
  const names = list.split(',').map((name) => name.trim())
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = findNearestName(name, known)
    const hint = meant ? `Did you mean ${meant}?` : `Use all, or some of: ${known.join(', ')}`
    throw usageError(`Unknown event ${toPrintable(name)}. ${hint}`)
  }
  return names
}

function missing(): never {
  throw usageError(
    'Set where events go: --forward-to http://localhost:3000/hook. Without a program that replies, people would get no reply',
  )
}

function formatGreeting({ org, agent, insteadOf, signingSecret }: ListenHello, to: string): string[] {
  return [
    `Events of ${toPrintable(org)}/${toPrintable(agent)} go to ${toPrintable(to)}; press Ctrl-C to stop`,
    `  Instead of ${insteadOf ? `its webhook, ${toPrintable(insteadOf)}` : 'Parley itself, which normally replies for it'}`,
    `  Signed with the agent's secret that ends in ${toPrintable(signingSecret.last4 ?? '')}; --new-secret creates another`,
  ]
}

type ConfirmOptions = Pick<CommandCall, 'io' | 'print'> & {
  options: Parameters<typeof connectToParley>[0] & { json: boolean }
}

/** The API returns a secret only once, when it is created. */
async function showNewSecret({ org, agent }: ListenHello, { options, io, print }: ConfirmOptions): Promise<void> {
  const { parley } = connectToParley(options, io)
  const rotating = parley.org(org).agent(agent).post('/gateway/_rotateSigningSecret')
  // An error about the API key must not look like an error about the access token.
  const { signingSecret } = await rotating.catch((error: unknown) => {
    throw toCommandError(error)
  })
  print('  The new signing secret, shown only once:')
  io.reveal(options.json ? `${JSON.stringify({ signingSecret })}\n` : `${signingSecret}\n`)
}
