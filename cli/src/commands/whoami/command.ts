import { defineCommand } from '../../command.ts'
import { connectToParley } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'

export const whoamiCommand = defineCommand({
  name: 'whoami',
  summary: 'the server, org and scopes that commands use here',
  about: 'shows which server commands use here, as whom, and where each setting comes from.',
  options: connectionOptions,
  examples: [
    ['parley whoami', 'as text'],
    ["parley whoami --json | jq -r '.scopes[]'", 'what the key allows'],
  ],
  next: ['`parley login` signs in to another server, `parley doctor` diagnoses problems'],
  async run({ options, io, print, json }) {
    const { parley, settings } = connectToParley(options, io)
    const { caller, org, scopes } = await parley.get('/me')
    const { url, from, agent } = settings
    json({ url, from, id: caller.id, org, scopes, ...(agent && { agent }) })
    print(
      `${url}, org ${toPrintable(org.id)}${org.name ? ` (${toPrintable(org.name)})` : ''}, as ${toPrintable(caller.id)}, ${org.role}`,
    )
    print(`The key is from ${from}; its scopes: ${scopes.join(' ')}`)
    return exitCodes.passed
  },
})
