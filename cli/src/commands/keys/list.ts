import { command } from '../../command.ts'
import { allOf } from '../../connection/all.ts'
import { toOrg } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exits } from '../../exit.ts'
import { tableOf } from '../../layout/table.ts'

export const listCommand = command({
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
  async run({ options, io, say, columns, json }) {
    const { at } = await toOrg(options, io)
    const keys = await allOf(at.each('/api-keys'))
    json({ data: keys })
    const rows = keys.map((key) => [
      ...[key.id, key.name, `${key.prefix}…`, dayOf(key.expiresAt, 'never'), dayOf(key.lastUsedAt, 'never')],
      key.scopes.join(' '),
    ])
    for (const line of tableOf(['ID', 'NAME', 'KEY', 'EXPIRES', 'LAST USED', 'SCOPES'], rows, columns)) say(line)
    return exits.passed
  },
})

const dayOf = (time: string | undefined, none: string): string => time?.slice(0, 10) ?? none
