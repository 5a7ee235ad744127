import { ParleyError, ParleyUnreachable } from '@parley/sdk'
import { defineCommand } from '../../command.ts'
import { createCliClient } from '../../connection/connect.ts'
import { type LoginProfile, profileName, readProfiles, writeProfile } from '../../connection/profiles.ts'
import { exitCodes, incompleteError, usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { toPrintable } from '../../text/printable.ts'

export const logoutCommand = defineCommand({
  name: 'logout',
  aliases: ['sign-out', 'signout'],
  summary: 'revoke the key of this machine, and forget it',
  about:
    'revokes the API key that `parley login` has made for this machine, and forgets it here. A key\nthat was given to `parley login` is only forgotten.',
  options: {
    profile: { type: 'string', value: 'NAME', description: 'which one; PARLEY_PROFILE, else default' },
    local: { type: 'boolean', description: 'only forgets it here, and revokes nothing' },
  },
  examples: [
    ['parley logout', 'the usual profile'],
    ['parley logout --profile work --local', 'where that Parley is no longer there'],
  ],
  next: ['`parley keys list` shows which keys there are'],
  async run({ options, io, print, json }) {
    const name = profileName(options, io)
    const profile = readProfiles(io)[name]
    if (!profile) throw usageError(`Nobody is signed in as the profile ${toPrintable(name)}`)
    io.addSecret(profile.key)
    const revoked = !options.local && (await revoke(profile, io))
    writeProfile(name, undefined, io)
    print(revoked ? `Signed out of ${profile.url}: the key is revoked` : `The key for ${profile.url} is forgotten`)
    json({ profile: name, url: profile.url, revoked })
    return exitCodes.passed
  },
})

/** A key that is already invalid needs no revoking. */
async function revoke(profile: LoginProfile, io: Io): Promise<boolean> {
  const { keyId, org } = profile
  if (keyId === undefined || org === undefined) return false
  try {
    await createCliClient(profile, io).org(org).delete('/api-keys/{keyId}', { path: { keyId } })
    return true
  } catch (error) {
    if (error instanceof ParleyError && (error.status === 401 || error.status === 404)) return true
    if (!(error instanceof ParleyError) && !(error instanceof ParleyUnreachable)) throw error
    throw incompleteError(
      `The key could not be revoked: ${toPrintable(error.message)}. \`parley logout --local\` only forgets it here`,
    )
  }
}
