import { group } from '../../command.ts'
import { createCommand } from './create.ts'
import { listCommand } from './list.ts'
import { revokeCommand } from './revoke.ts'

export const keysCommand = group({
  name: 'keys',
  aliases: ['key'],
  summary: 'list, create and revoke API keys',
  about: 'the API keys of the org. It takes a key of the scope org:admin.',
  commands: [listCommand, createCommand, revokeCommand],
  examples: [
    ['parley keys create CI --scopes agents:read,agents:write --expires 90d', 'a key for the build server'],
    ['parley keys revoke CI', 'ends it at once'],
  ],
})
