import type { OrgClient } from '@parley/sdk'
import { command } from '../../command.ts'
import { allOf } from '../../connection/all.ts'
import { toOrg } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { consent } from '../../consent.ts'
import { exits, misused } from '../../exit.ts'
import { plain } from '../../text/plain.ts'

type Key = { id: string; name: string; prefix: string }

export const revokeCommand = command({
  name: 'revoke',
  aliases: ['delete'],
  summary: 'end an API key at once',
  about: 'ends an API key. It opens nothing from the next call on, and cannot be brought back.',
  args: [{ name: 'KEY', says: 'its id, its name where only one is called so, or its first letters (sk-svc-Ab3dE)' }],
  options: { yes: { type: 'boolean', short: 'y', says: 'does not ask' }, ...connectionOptions },
  examples: [
    ['parley keys revoke key_01', 'asks, and ends it'],
    ['parley keys revoke CI --yes', 'by its name, in a script'],
  ],
  next: ['`parley keys list` shows what is left'],
  async run({ options, args: [named = ''], io, say, json }) {
    const { at } = await toOrg(options, io)
    const key = await keyCalled(named, at)
    if (!options.yes) await consent(`End ${plain(key.name)} (${plain(key.id)}) for good?`, io)
    await at.delete('/api-keys/{keyId}', { path: { keyId: key.id } })
    say(`${plain(key.name)} (${plain(key.id)}) opens nothing any more`)
    json({ revoked: key.id })
    return exits.passed
  },
})

async function keyCalled(named: string, at: OrgClient): Promise<Key> {
  const keys: Key[] = await allOf(at.each('/api-keys'))
  const byId = keys.find(({ id }) => id === named)
  if (byId) return byId
  const alike = keys.filter(({ name, prefix }) => name === named || named.replace(/…$/, '') === prefix)
  const [only, ...others] = alike
  if (only && others.length === 0) return only
  if (!only) throw misused(`There is no key with the id, name or beginning ${plain(named)}: see \`parley keys list\``)
  throw misused(
    `Several keys are called ${plain(named)}; name one by its id: ${alike.map(({ id }) => plain(id)).join(', ')}`,
  )
}
