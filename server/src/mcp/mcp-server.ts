import { type ListToolsResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { version } from '../version.ts'
import { buildInputSchema, isToolVisible, type McpToolBinding } from './bind-tools.ts'
import { listGuideResources, readGuideResource } from './guides.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { runMcpTool, type ToolRunDeps } from './run-tool.ts'
import type { McpSession } from './tool-call.ts'
import { toCallToolResult } from './tool-outcome.ts'

const instructions = `\
Parley runs conversational agents: what they say is configuration, whom they talk to are people.
Begin with whoami and list_agents. Read a section before you change it, and call lint_agent after a change.
Try what you have changed with try_conversation: it reaches nobody.
What reaches people (send_outreach, start_campaign) or replaces much (import_agent) takes two calls: the first shows what
would happen and answers a word, the second repeats the call with that word in confirm. Ask the user in between.
The guides are resources: parley://docs/agents, parley://docs/aml, parley://docs/outreach and others.`

/** Answers one message of an assistant. Nothing outlives it. */
export function createMcpServer(offers: readonly McpToolBinding[], deps: ToolRunDeps): Server {
  const capabilities = { tools: {}, resources: {}, prompts: {} }
  const server = new Server({ name: 'parley', title: 'Parley', version }, { capabilities, instructions })
  server.setRequestHandler('tools/list', () => listTools(offers, deps.session))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const offer = offers.find(({ tool }) => tool.name === params.name)
    if (!offer) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`)
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
      return { name, title, description, inputSchema, annotations }
    })
  return { tools }
}

/** Whatever else a tool can do, here it cannot. */
const readOnlyHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
