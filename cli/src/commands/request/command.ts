import type { Parley } from '@parley/sdk'
import { type Command, defineCommand } from '../../command.ts'
import { connectToAgent, connectToOrg, connectToParley } from '../../connection/connect.ts'
import { agentOptions, type ConnectionArguments, draftOption } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { readDocumentFile } from '../agents/document.ts'

const requestOptions = { ...draftOption, ...agentOptions } as const
const bodyOptions = {
  data: { type: 'string', short: 'd', value: 'JSON', description: 'the body of the request' },
  file: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    description: 'reads the body from a JSON or YAML file, or from `-`',
  },
  ...requestOptions,
} as const

const pathArgument = {
  name: 'PATH',
  description: 'the path of a route, for example /orgs/{org}/agents',
} as const
const about = (
  verb: string,
) => `sends a ${verb} request to any route of the management API with the selected server and key, and
prints the response. {org} and {agent} in the path are the selected ones. Every route is at /docs/api of the server.`

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type RequestCall = { method: Method; path: string | undefined; options: RequestArguments; io: Io }
type RequestArguments = ConnectionArguments & { json: boolean; data?: string; file?: string }

/** Commands that call a route by its path, for what has no command of its own. */
export const requestCommands: readonly Command[] = [
  defineCommand({
    name: 'get',
    summary: 'read any route of the management API',
    about: about('GET'),
    args: [pathArgument],
    options: requestOptions,
    examples: [
      ['parley get /orgs/{org}/usage', 'the usage of the org'],
      ["parley get '/orgs/{org}/agents/{agent}/people?limit=5' --json | jq '.data[].fullName'", 'for a program'],
    ],
    next: ['`parley post PATH`, `put`, `patch` and `delete` change what it shows'],
    run: ({ options, args: [path], io }) => sendRequest({ method: 'GET', path, options, io }),
  }),
  defineBodyCommand('POST', {
    summary: 'create or start something through any route',
    examples: [
      [`parley post '/orgs/{org}/agents/{agent}/people' --data '{"fullName":"Ada"}'`, 'creates a person'],
      ['parley post /orgs/{org}/webhooks --file webhook.json', 'creates a webhook from a file'],
    ],
  }),
  defineBodyCommand('PUT', {
    summary: 'replace something through any route',
    examples: [
      ["parley put '/orgs/{org}/agents/{agent}/settings/desk' --data '{\"enabled\":true}'", 'turns the desk on'],
      ['parley put /orgs/{org}/agents/{agent}/knowledge/facts --file facts.yaml', 'replaces the Facts'],
    ],
  }),
  defineBodyCommand('PATCH', {
    summary: 'change fields of something through any route',
    examples: [
      ['parley patch \'/orgs/{org}/agents/{agent}\' --data \'{"name":"Front desk"}\'', 'renames the agent'],
      ['parley patch /orgs/{org}/agents/{agent}/people/per_0m3k1 --file ada.json', 'changes a person'],
    ],
  }),
  defineCommand({
    name: 'delete',
    summary: 'delete something through any route',
    about: about('DELETE'),
    args: [pathArgument],
    options: requestOptions,
    examples: [
      ['parley delete /orgs/{org}/webhooks/wh_0m3k1', 'deletes a webhook, without asking'],
      ['parley delete /orgs/{org}/agents/{agent}/knowledge/facts/hours --draft dft_0m3k1', 'in a draft only'],
    ],
    next: ['`parley get PATH` shows what is left'],
    run: ({ options, args: [path], io }) => sendRequest({ method: 'DELETE', path, options, io }),
  }),
]

type BodyCommand = { summary: string; examples: readonly (readonly [line: string, description: string])[] }

function defineBodyCommand(method: 'POST' | 'PUT' | 'PATCH', { summary, examples }: BodyCommand): Command {
  return defineCommand({
    name: method.toLowerCase(),
    summary,
    about: about(method),
    args: [pathArgument],
    options: bodyOptions,
    examples,
    next: ['`parley get PATH` shows the result'],
    run: ({ options, args: [path], io }) => sendRequest({ method, path, options, io }),
  })
}

async function sendRequest({ method, path, options, io }: RequestCall) {
  if (!path?.startsWith('/')) throw usageError('Pass the path of a route, for example /orgs/{org}/agents')
  const template = path.replace(/^\/v1(?=\/)/, '')
  const body = await readBody(options, io)
  const { parley, parameters } = await connectFor(template, options, io)
  const headers = options.draft === undefined ? undefined : { 'x-svc-draft': options.draft }
  const response = await parley.raw(method, template, { path: parameters, body, headers })
  const text = await response.text()
  // Not redacted: a secret that was created now is never shown again.
  io.reveal(formatBody(text, { isJson: isJson(response), isOneLine: options.json }))
  return exitCodes.passed
}

/** Asks only for what the path names: many routes need no agent. */
async function connectFor(
  template: string,
  options: ConnectionArguments,
  io: Io,
): Promise<{ parley: Parley; parameters: Record<string, string> }> {
  if (template.includes('{agent}')) {
    const { parley, org, agent } = await connectToAgent(options, io)
    return { parley, parameters: { org, agent } }
  }
  if (template.includes('{org}')) {
    const { parley, org } = await connectToOrg(options, io)
    return { parley, parameters: { org } }
  }
  return { parley: connectToParley(options, io).parley, parameters: {} }
}

async function readBody({ data, file }: RequestArguments, io: Io): Promise<unknown> {
  if (data !== undefined && file !== undefined) throw usageError('Pass --data or --file, not both')
  if (file !== undefined) return readDocumentFile(file, io)
  if (data === undefined) return undefined
  try {
    return JSON.parse(data)
  } catch {
    throw usageError(`--data must be JSON, for example '{"name":"Front desk"}'`)
  }
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/([\w.]+\+)?json\b/.test(headers.get('content-type') ?? '')

function formatBody(text: string, { isJson, isOneLine }: { isJson: boolean; isOneLine: boolean }): string {
  if (text === '') return ''
  if (!isJson) return text
  return `${JSON.stringify(JSON.parse(text), null, isOneLine ? undefined : 2)}\n`
}
