import { readdirSync, readFileSync } from 'node:fs'
import {
  type GetPromptResult,
  type ListPromptsResult,
  type ListResourcesResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import { version } from '../platform/version.ts'
import { buildInputSchema, isToolVisible, type McpToolBinding } from './bind-tools.ts'
import { buildOutputSchema } from './output-schema.ts'
import { runMcpTool, type ToolRunDeps } from './run-tool.ts'
import type { McpSession } from './tool.ts'
import { toCallToolResult } from './tool-outcome.ts'

type Prompt = ListPromptsResult['prompts'][number] & { render(given: Record<string, string>): string }

/** Prompts for the tasks that people most often give an assistant. */
const prompts: readonly Prompt[] = [
  {
    name: 'write_playbook',
    title: 'Write a playbook',
    description: 'Write a playbook for an agent, try it, and save a test of it.',
    arguments: [
      { name: 'task', description: 'What the agent should do in it.', required: true },
      { name: 'agent', description: 'The agent id; default: the only agent.' },
    ],
    render: ({ task, agent }) =>
      [
        `Write a playbook${agent ? ` for the agent ${agent}` : ''} for this: ${task}`,
        '1. Read parley://docs/agents, and the sections playbooks, goals, guardrails and facts, with read_section.',
        '2. Propose whenToUse, body and two or three examples. Ask me before you create anything.',
        '3. Create it with create_playbook, then call lint_agent and fix what it finds.',
        '4. Create a persona and try the conversation with try_conversation: once as it should go, and once as it should not.',
        '5. Tell me what the agent said, and what you would change.',
      ].join('\n'),
  },
  {
    name: 'explain_conversation',
    title: 'Find out why a conversation went wrong',
    description: 'Follow a conversation turn by turn, and say what to change.',
    arguments: [
      { name: 'what', description: 'What went wrong, and with whom or when.', required: true },
      { name: 'agent', description: 'The agent id; default: the only agent.' },
    ],
    render: ({ what, agent }) =>
      [
        `Find out why a conversation${agent ? ` of the agent ${agent}` : ''} went wrong: ${what}`,
        '1. Find it with list_conversations, and read it with list_messages.',
        '2. Read the relevant turns with list_turns and read_turn: the playbook, the knowledge found, the tools, the rules. Check list_logs for errors.',
        '3. Say what caused it: a missing fact, a wrong playbook, a rule, a tool that failed, or the model.',
        '4. Propose the smallest change to the configuration. Do not make it before I agree; then try it with try_conversation.',
      ].join('\n'),
  },
]

const listPrompts = (): ListPromptsResult => ({
  prompts: prompts.map(({ render: _, ...prompt }) => prompt),
})

function getPrompt(name: string, given: Record<string, string> = {}): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt ${name}`)
  const missing = prompt.arguments?.find((one) => one.required && !given[one.name])
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt ${name} needs ${missing.name}`)
  return { messages: [{ role: 'user', content: { type: 'text', text: prompt.render(given) } }] }
}

/** The guides in `docs/`, offered to assistants as reading material. */

const guidesFolder = new URL('../../../docs/', import.meta.url)
const mimeType = 'text/markdown'
const guideScheme = 'parley://docs/'

const listGuideNames = (): string[] =>
  readdirSync(guidesFolder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.slice(0, -'.md'.length))

const readGuideText = (name: string): string => readFileSync(new URL(`${name}.md`, guidesFolder), 'utf8')

function listGuideResources(): ListResourcesResult {
  const resources = listGuideNames().map((name) => {
    const title = /^# (.+)$/m.exec(readGuideText(name))?.[1] ?? name
    return { uri: guideScheme + name, name, title, mimeType }
  })
  return { resources }
}

function readGuideResource(uri: string): ReadResourceResult {
  const name = listGuideNames().find((one) => guideScheme + one === uri)
  if (name === undefined) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType, text: readGuideText(name) }] }
}

const instructions = `\
Parley runs conversational agents: their configuration decides what they say, and they talk to real people.
Begin with whoami and list_agents. Read a section before you change it, and call lint_agent after a change.
Try your changes with try_conversation: it contacts no real person.
Calls that contact people (send_outreach, start_campaign) or replace a lot (import_agent) need two steps: the first shows what
would happen and returns a confirmation word, the second repeats the call with that word in confirm. Ask the user in between.
The guides are resources: parley://docs/agents, parley://docs/aml, parley://docs/outreach and others.`

/** Creates a server that handles one message of an assistant and is then discarded. */
export function createMcpServer(offers: readonly McpToolBinding[], deps: ToolRunDeps): Server {
  const capabilities = { tools: {}, resources: {}, prompts: {} }
  const server = new Server({ name: 'parley', title: 'Parley', version }, { capabilities, instructions })
  server.setRequestHandler('tools/list', () => listTools(offers, deps.session))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const offer = offers.find(({ tool }) => tool.name === params.name)
    if (!offer) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${params.name}`)
    return toCallToolResult(await runMcpTool(offer, params.arguments ?? {}, deps))
  })
  server.setRequestHandler('resources/list', listGuideResources)
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', ({ params }) => readGuideResource(params.uri))
  server.setRequestHandler('prompts/list', listPrompts)
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments))
  return server
}

function listTools(offers: readonly McpToolBinding[], session: McpSession): ListToolsResult {
  const tools = offers
    .filter((offer) => isToolVisible(offer, session))
    .map((offer) => {
      const { name, title, description } = offer.tool
      const hints = 'routes' in offer ? offer.hints : offer.tool.hints
      const annotations = session.readOnly ? { ...hints, ...readOnlyHints } : hints
      const inputSchema = buildInputSchema(offer, session) as ListToolsResult['tools'][number]['inputSchema']
      const outputSchema = buildOutputSchema(offer) as ListToolsResult['tools'][number]['outputSchema']
      return { name, title, description, inputSchema, outputSchema, annotations }
    })
  return { tools }
}

/** Replaces the hints of every tool on a read-only connection, where no tool can change anything. */
const readOnlyHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
