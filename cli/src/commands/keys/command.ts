import { defineGroup } from '../../command.ts'
import { createKeyCommand } from './create.ts'
import { listKeysCommand } from './list.ts'
import { revokeKeyCommand } from './revoke.ts'

export const keysCommand = defineGroup({
  name: 'keys',
  aliases: ['key'],
  summary: 'list, create and revoke API keys',
  about: 'the API keys of the org. It takes a key of the scope org:admin.',
  commands: [listKeysCommand, createKeyCommand, revokeKeyCommand],
  examples: [
    ['parley keys create CI --scopes agents:read,agents:write --expires 90d', 'a key for the build server'],
    ['parley keys revoke CI', 'ends it at once'],
  ],
})
