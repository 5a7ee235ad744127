import type { AgentDefinition, IntegrationDef } from '@parley/definition'
import { LruCache } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import type { World } from '../../../platform/world.ts'
import { maxCachedDefinitions } from '../definition/cache-capacity.ts'
import type { DefinitionListener } from '../definition/listener.ts'
import { bumpVersion } from '../definition/queries.ts'
import { raiseDraftRevision } from '../drafts/queries.ts'
import { hasOtherCredentialTarget } from '../integrations/credential.ts'
import { deleteAgentSecrets, listAgentSecrets, type StoredSecret, storeAgentSecret } from './queries.ts'

/** A secret as exposed by the API: whether it is set, and enough of it to recognize. */
export const SecretState = z
  .strictObject({ set: z.boolean(), last4: z.string().optional() })
  .meta({ id: 'SecretState', examples: [{ set: true, last4: '9f3c' }] })
export type SecretState = z.infer<typeof SecretState>

export type SecretStates = {
  of(name: string): SecretState
  /** The secrets that are set. */
  names: readonly string[]
}

/** A value stores the secret, null clears it, undefined leaves it unchanged. */
export type SecretChanges = Record<string, string | null | undefined>

export type Secrets = {
  states(db: Db, agent: AgentKey): Promise<SecretStates>
  change(tx: Db, agent: AgentKey, changes: SecretChanges, world: World): Promise<void>
  /** Decrypts the value, for the call that needs it. */
  open(db: Db, agent: AgentKey, name: string): Promise<string | undefined>
  /** Decrypts several values with one query; a secret that is not set is left out. */
  openAll(db: Db, agent: AgentKey, names: readonly string[]): Promise<Map<string, string>>
  /** Makes the secrets that a draft set or cleared those of live. */
  publish(tx: Db, agent: AgentKey, draftId: string, world: World): Promise<void>
}

/** A draft's own secrets are stored under names of their own; an empty value clears the secret of live. */
const draftSecretName = (draftId: string, name: string) => `draft.${draftId}.${name}`
const draftSecretPrefix = (draftId: string) => draftSecretName(draftId, '')

export const notificationSecretName = (secret: string) => `notifications.${secret}`
export const integrationSecretName = (id: string) => `integration.${id}`
export const toolSecretName = (toolId: string, field: string) => `tool.${toolId}.${field}`
export const secretNames = {
  notification: notificationSecretName,
  integration: integrationSecretName,
  tool: toolSecretName,
}

const hintLength = 4
/** Four characters of a shorter secret would reveal too much. */
const minLengthForHint = 8

/** Binds a secret to its agent and name: copied elsewhere, it does not decrypt. */
export const agentSecretAad = (agent: Pick<AgentKey, 'key'>, name: string) => `agent ${agent.key} ${name}`

export function createSecrets(keyring: Keyring): Secrets {
  const known = new LruCache<number, { version: number; states: SecretStates }>(maxCachedDefinitions)
  return {
    async states(db, agent) {
      // Every change bumps the definition version, so it works as the cache key. A transaction's own uncommitted view
      // is not cached.
      const version = db.isTransaction || agent.draft ? undefined : agent.version
      const remembered = known.get(agent.key)
      if (remembered && remembered.version === version) return remembered.states
      const states = toSecretStates(await listEffectiveSecrets(db, agent))
      if (version !== undefined) known.set(agent.key, { version, states })
      return states
    },
    async change(tx, agent, changes, world) {
      if (Object.values(changes).every((value) => value === undefined)) return
      if (agent.draft) return changeDraftSecrets(tx, agent, agent.draft.id, { changes, keyring, world })
      await bumpVersion(tx, agent)
      const cleared = Object.keys(changes).filter((name) => changes[name] === null)
      await deleteAgentSecrets(tx, agent, cleared)
      for (const [name, value] of Object.entries(changes)) {
        if (typeof value !== 'string') continue
        await storeAgentSecret(tx, agent, {
          name,
          ciphertext: keyring.encrypt(value, agentSecretAad(agent, name)),
          last4: hintOf(value),
          now: world.now(),
        })
      }
    },
    async open(db, agent, name) {
      const stored = (await listEffectiveSecrets(db, agent)).find((secret) => secret.name === name)
      return stored && keyring.decrypt(stored.ciphertext, agentSecretAad(agent, stored.storedName))
    },
    async openAll(db, agent, names) {
      const stored = names.length === 0 ? [] : await listEffectiveSecrets(db, agent)
      const wanted = stored.filter(({ name }) => names.includes(name))
      return new Map(
        wanted.map(({ name, storedName, ciphertext }) => [
          name,
          keyring.decrypt(ciphertext, agentSecretAad(agent, storedName)),
        ]),
      )
    },
    async publish(tx, agent, draftId, world) {
      const prefix = draftSecretPrefix(draftId)
      const own = (await listAgentSecrets(tx, agent)).filter(({ name }) => name.startsWith(prefix))
      if (own.length === 0) return
      const changes = own.map(({ name, ciphertext }): [string, string | null] => {
        const value = keyring.decrypt(ciphertext, agentSecretAad(agent, name))
        return [name.slice(prefix.length), value === '' ? null : value]
      })
      await this.change(tx, agent, Object.fromEntries(changes), world)
      await deleteAgentSecrets(
        tx,
        agent,
        own.map(({ name }) => name),
      )
    },
  }
}

/** The secrets of live, or as a draft changes them. */
async function listEffectiveSecrets(db: Db, agent: AgentKey): Promise<(StoredSecret & { storedName: string })[]> {
  const stored = await listAgentSecrets(db, agent)
  const live = stored.filter(({ name }) => !name.startsWith('draft.'))
  const all = new Map(live.map((secret) => [secret.name, { ...secret, storedName: secret.name }]))
  const prefix = agent.draft && draftSecretPrefix(agent.draft.id)
  for (const secret of prefix ? stored.filter(({ name }) => name.startsWith(prefix)) : []) {
    const name = secret.name.slice(prefix?.length)
    if (secret.last4 === clearedMark) all.delete(name)
    else all.set(name, { ...secret, name, storedName: secret.name })
  }
  return [...all.values()]
}

/** In place of the last characters: the draft clears the secret. No secret ends with it, because it has no length. */
const clearedMark = ''

async function changeDraftSecrets(
  tx: Db,
  agent: AgentKey,
  draftId: string,
  { changes, keyring, world }: { changes: SecretChanges; keyring: Keyring; world: World },
): Promise<void> {
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) continue
    const name = draftSecretName(draftId, key)
    const ciphertext = keyring.encrypt(value ?? '', agentSecretAad(agent, name))
    await storeAgentSecret(tx, agent, { name, ciphertext, last4: hintOf(value), now: world.now() })
  }
  await raiseDraftRevision(tx, agent, draftId, { now: world.now() })
}

function hintOf(value: string | null): string | null {
  if (value === null) return clearedMark
  return value.length >= minLengthForHint ? value.slice(-hintLength).toWellFormed() : null
}

function toSecretStates(secrets: readonly StoredSecret[]): SecretStates {
  const last4ByName = new Map(secrets.map(({ name, last4 }) => [name, last4]))
  return { of: (name) => toSecretState(last4ByName.has(name), last4ByName.get(name)), names: [...last4ByName.keys()] }
}

function toSecretState(set: boolean, last4: string | null | undefined): SecretState {
  return last4 === null || last4 === undefined ? { set } : { set, last4 }
}

/**
 * Deletes a secret together with the integration or tool binding that owned it, whichever write removes the owner, and
 * also when the catalog no longer has the tool, or when the integration moves to another origin.
 */
export const deleteOrphanedSecrets: DefinitionListener = async (tx, agent, { before, definition, changed }) => {
  if (!changed.includes('integrations') && !changed.includes('toolBindings')) return
  const isLost = orphanedBetween(before, definition)
  const stored = await listAgentSecrets(tx, agent)
  await deleteAgentSecrets(tx, agent, stored.map(({ name }) => name).filter(isLost))
}

function orphanedBetween(before: AgentDefinition, after: AgentDefinition): (name: string) => boolean {
  const integrations = new Map(after.integrations.map((integration) => [integration.id, integration]))
  const tools = new Set(after.toolBindings.map(({ toolId }) => toolId))
  const isOrphaned = (integration: IntegrationDef) => {
    const next = integrations.get(integration.id)
    return !next || hasOtherCredentialTarget(integration, next)
  }
  const names = new Set(before.integrations.filter(isOrphaned).map(({ id }) => integrationSecretName(id)))
  const beginnings = before.toolBindings
    .filter(({ toolId }) => !tools.has(toolId))
    .map(({ toolId }) => toolSecretName(toolId, ''))
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
}
