import { defineCommand } from '../../command.ts'
import { agentOptions } from '../../connection/options.ts'
import { resolveSettingsWithKey } from '../../connection/settings.ts'
import { userAgent } from '../../connection/user-agent.ts'
import { exitCodes } from '../../exit.ts'

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'let an assistant work with Parley (Model Context Protocol)',
  about: `\
speaks the Model Context Protocol on its standard input and output, for assistants
that start a program: what they ask goes to Parley as you, and may do no more than your key. It is
the same as Parley's own address /mcp, for assistants that speak HTTP.`,
  options: {
    ...agentOptions,
    org: { ...agentOptions.org, description: 'only this org; PARLEY_ORG, else the one of the key' },
    agent: { ...agentOptions.agent, description: 'only this agent; PARLEY_AGENT, else any of the org' },
    'read-only': { type: 'boolean', description: 'the assistant can look, and change nothing' },
  },
  examples: [
    ['parley mcp --read-only', 'as the command of an assistant that is to look only'],
    ['parley mcp --agent front-desk', 'for one agent alone'],
  ],
  next: ['The guide `mcp` (/docs/mcp of every Parley) tells how to set assistants up, and what they can do'],
  async run({ options, io }) {
    const { url, key } = resolveSettingsWithKey(options, io)
    io.addSecret(key)
    const at = new URL(`${url}/mcp`)
    // Saved credentials name a default agent for commands; an assistant is restricted to one agent only by an explicit
    // option or environment variable.
    const held = { org: options.org || io.env.PARLEY_ORG, agent: options.agent || io.env.PARLEY_AGENT }
    for (const [name, value] of Object.entries(held)) if (value) at.searchParams.set(name, value)
    if (options['read-only']) at.searchParams.set('readOnly', 'true')
    const headers = { authorization: `Bearer ${key}`, 'user-agent': userAgent }
    // Loading this takes longer than all other commands together.
    const { proxyMcpMessages } = await import('./mcp-proxy.ts')
    await proxyMcpMessages({ at, headers }, io)
    return io.interrupted.aborted ? exitCodes.interrupted : exitCodes.passed
  },
})
