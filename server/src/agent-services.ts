import { type AppContext, catalogOfContext } from './app-context.ts'
import { type AgentDeps, agentFactories, createDefinitions, type DefinitionListener } from './domains/agents/index.ts'
import { bindWebchat } from './domains/channels/index.ts'
import { readToolGrants } from './domains/connections/index.ts'
import { deleteAgentConversations } from './domains/conversations/index.ts'
import { createDeletedFactListener, settleDraftAnswers } from './domains/insights/index.ts'
import { indexDefinition } from './domains/knowledge/index.ts'
import { createRecheckListener, createRuleListener, purgeOutreach } from './domains/outreach/index.ts'
import { purgePeople, readPersonSlots } from './domains/people/index.ts'
import { findGateRun, findUnknownSuites } from './domains/regression/index.ts'
import { type AgentModels, modelFactories, reminders, runtimeChores } from './domains/runtime/index.ts'
import { deleteOrphanedLinks } from './domains/scheduling/index.ts'
import { webhookRecipients } from './domains/webhooks/index.ts'
import type { DefinitionListeners } from './late-ports.ts'
import type { Outbound } from './platform/outbound/index.ts'
import { createAnnounce, type OutboxListener } from './platform/outbox.ts'

/** The dependencies of the agents domain, and the listeners of other domains for changes of definitions. */

export function createAgentDeps(
  context: AppContext,
  { dependents, models, outbound }: { dependents: DefinitionListeners; models: AgentModels; outbound: Outbound },
): AgentDeps {
  const { config, keyring, world } = context
  const catalog = catalogOfContext(context)
  // Rules listen to announced events, which may themselves change the rules or what their rows wait for.
  const hear: OutboxListener = async (tx, events) => {
    await createRuleListener({ definitions, world })(tx, events)
    await createRecheckListener({ world })(tx, events)
  }
  const announce = createAnnounce(world, hear, webhookRecipients)
  const listeners = [
    indexKnowledge,
    deleteOrphanedLinks,
    reminders.leadListener(world),
    createDeletedFactListener(world),
    dependents.campaigns,
    dependents.outreach,
    dependents.regression,
  ]
  const definitions = createDefinitions({
    environment: agentFactories.createDefinitionEnvironment(catalog),
    announce,
    listeners,
  })
  return {
    definitions,
    secrets: agentFactories.createSecrets(keyring),
    catalog,
    geocoder: agentFactories.createGeocoder(config.geocoder, world.fetch),
    toolReader: { fetch: outbound.fetch, now: world.now },
    keyring,
    announce,
    generateFlow: modelFactories.createFlowAuthor(models, world),
    async readToolGrants(db, agent) {
      const providers = config.oauth.providers.filter(({ client }) => client).map(({ id }) => id)
      return { ...(await readToolGrants(db, agent)), providers }
    },
    readPerson: readPersonSlots,
    findGateRun,
    findUnknownSuites,
    ...(config.lab && { labUrl: `${config.gatewayPublicUrl}/lab` }),
    onCreated: (tx, agent) => bindWebchat(tx, agent, { world, catalog }),
    onDraftEnded: (tx, agent, { draftId, live }) =>
      settleDraftAnswers(tx, agent, { draftId, liveFactIds: live.facts.map(({ id }) => id), now: world.now() }),
    async purgeAgentData(tx, agent) {
      await purgePeople(tx, agent)
      await deleteAgentConversations(tx, agent)
      await runtimeChores.deleteAgent(tx, agent)
      await purgeOutreach(tx, agent)
    },
  }
}

const indexKnowledge: DefinitionListener = (tx, agent, { before, definition, changed }) =>
  indexDefinition(tx, agent, {
    ...(changed.includes('facts') && { facts: { before: before.facts, after: definition.facts } }),
    ...(changed.includes('things') && { things: { before: before.things, after: definition.things } }),
  })
