import { defineCommand } from '../../command.ts'
import { collectItems } from '../../connection/collect-items.ts'
import { connectToOrg } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'

export const listKeysCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the API keys of the org',
  about: 'lists the API keys of the org: what each may do, until when, and when it was used last.',
  options: connectionOptions,
  examples: [
    ['parley keys list', 'all of them'],
    ["parley keys list --json | jq '.data[] | select(.lastUsedAt == null)'", 'those that were never used'],
  ],
  next: ['`parley keys revoke KEY` ends one at once'],
  async run({ options, io, print, columns, json }) {
    const { client } = await connectToOrg(options, io)
    const keys = await collectItems(client.each('/api-keys'))
    json({ data: keys })
    const rows = keys.map((key) => [
      ...[key.id, key.name, `${key.prefix}…`, dayOf(key.expiresAt, 'never'), dayOf(key.lastUsedAt, 'never')],
      key.scopes.join(' '),
    ])
    for (const line of formatTable(['ID', 'NAME', 'KEY', 'EXPIRES', 'LAST USED', 'SCOPES'], rows, columns)) print(line)
    return exitCodes.passed
  },
})

const dayOf = (time: string | undefined, none: string): string => time?.slice(0, 10) ?? none
