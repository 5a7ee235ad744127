import { defineCommand } from '../../command.ts'
import { userAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { resolveSettingsWithKey } from '../../connection/settings.ts'
import { exitCodes } from '../../exit.ts'

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'let an assistant work with Parley (Model Context Protocol)',
  about: `\
speaks the Model Context Protocol on standard input and output, for assistants
that start a program. Requests go to Parley under your name and can do only what your key allows. It is
the same service as /mcp on the Parley server, for assistants that speak HTTP.`,
  options: {
    ...agentOptions,
    org: { ...agentOptions.org, description: "only this org; default: PARLEY_ORG, or the key's org" },
    agent: { ...agentOptions.agent, description: 'only this agent; default: PARLEY_AGENT, or every agent of the org' },
    'read-only': { type: 'boolean', description: 'the assistant can read, but change nothing' },
  },
  examples: [
    ['parley mcp --read-only', 'as the command of a read-only assistant'],
    ['parley mcp --agent front-desk', 'for one agent only'],
  ],
  next: ['The guide `mcp` (/docs/mcp on every Parley server) explains how to set up assistants, and what they can do'],
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
