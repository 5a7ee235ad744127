import { defineCommand } from '../../command.ts'
import { connectToParley } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'

export const whoamiCommand = defineCommand({
  name: 'whoami',
  summary: 'which Parley, org and scopes commands go by here',
  about: 'tells whom commands talk to from here, as whom, and where that is said.',
  options: connectionOptions,
  examples: [
    ['parley whoami', 'in words'],
    ["parley whoami --json | jq -r '.scopes[]'", 'what the key may do'],
  ],
  next: ['`parley login` signs in elsewhere, `parley doctor` looks for what is wrong'],
  async run({ options, io, print, json }) {
    const { parley, settings } = connectToParley(options, io)
    const { caller, org, scopes } = await parley.get('/me')
    const { url, from, agent } = settings
    json({ url, from, id: caller.id, org, scopes, ...(agent && { agent }) })
    print(
      `${url}, org ${toPrintable(org.id)}${org.name ? ` (${toPrintable(org.name)})` : ''}, as ${toPrintable(caller.id)}, ${org.role}`,
    )
    print(`The key is from ${from}; it may do: ${scopes.join(' ')}`)
    return exitCodes.passed
  },
})
