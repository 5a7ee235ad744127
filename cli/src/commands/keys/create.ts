import { defineCommand } from '../../command.ts'
import { connectToOrg } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'
import { type CliScope, parseExpiry, parseScopes } from './parse-key-options.ts'

export const createKeyCommand = defineCommand({
  name: 'create',
  summary: 'a new API key, which is shown once',
  about:
    'makes an API key and prints it to the standard output: the only time that it is shown. All\nother words go to the standard error.',
  args: [{ name: 'NAME', description: 'what it is for, `CI`' }],
  options: {
    scopes: {
      type: 'string',
      value: 'LIST',
      description: 'what it may do, a comma list; the read scopes when left out',
    },
    expires: {
      type: 'string',
      value: 'WHEN',
      description: '90d, 12h, 2030-01-31 or a point in time; never when left out',
    },
    ...connectionOptions,
  },
  examples: [
    ['parley keys create CI --scopes agents:read,agents:write --expires 90d', 'for the build server'],
    ['parley keys create Laptop > key.txt', 'the key in a file, and nothing else'],
  ],
  next: ['docs/access.md lists the scopes, and what each opens'],
  async run({ options, args: [name = ''], io }) {
    const scopes = parseScopes(options.scopes) as CliScope[] | undefined
    const expiresAt = parseExpiry(options.expires, io.currentDate())
    const { client } = await connectToOrg(options, io)
    const made = await client.post('/api-keys', { body: { name, scopes, expiresAt } })
    const { id, key, expiresAt: ends } = made
    io.err(`${toPrintable(name)} is ${toPrintable(id)}, for ${made.scopes.join(' ')}${ends ? `, until ${ends}` : ''}. `)
    io.err(`Keep it now: it is not shown again. \`parley keys revoke ${toPrintable(id)}\` ends it\n`)
    io.reveal(options.json ? `${JSON.stringify(made)}\n` : `${key}\n`)
    return exitCodes.passed
  },
})
