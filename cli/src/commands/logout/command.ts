import { ParleyError, ParleyUnreachable } from '@parley/sdk'
import { defineCommand } from '../../command.ts'
import { createCliClient } from '../../connection/connect.ts'
import { type LoginProfile, readProfiles, resolveProfileName, writeProfile } from '../../connection/profiles.ts'
import { createIncompleteError, exitCodes, usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { toPrintable } from '../../text/printable.ts'

export const logoutCommand = defineCommand({
  name: 'logout',
  aliases: ['sign-out', 'signout'],
  summary: "revoke this machine's key, and delete it here",
  about:
    'revokes the API key that `parley login` created for this machine, and deletes it here. A key\nthat you passed to `parley login` is only deleted here, not revoked.',
  options: {
    profile: { type: 'string', value: 'NAME', description: 'which profile; default: PARLEY_PROFILE, or "default"' },
    local: { type: 'boolean', description: 'only deletes it here, without revoking it' },
  },
  examples: [
    ['parley logout', 'the default profile'],
    ['parley logout --profile work --local', 'if that server no longer exists'],
  ],
  next: ['`parley keys list` shows the keys of the org'],
  async run({ options, io, print, json }) {
    const name = resolveProfileName(options, io)
    const profile = readProfiles(io)[name]
    if (!profile) throw usageError(`The profile ${toPrintable(name)} is not signed in`)
    io.addSecret(profile.key)
    const revoked = !options.local && (await revoke(profile, io))
    writeProfile(name, undefined, io)
    print(
      revoked
        ? `Signed out of ${profile.url}: the key is revoked`
        : `The key for ${profile.url} is deleted from this machine`,
    )
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
    throw createIncompleteError(
      `The key could not be revoked: ${toPrintable(error.message)}. \`parley logout --local\` only deletes it here`,
    )
  }
}
