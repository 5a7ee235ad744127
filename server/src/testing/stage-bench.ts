import assert from 'node:assert/strict'
import type { Scenario } from '@parley/testcase'
import { createAgentFinder, mediaLibrary } from '../domains/agents/index.ts'
import { readAgentContent } from '../domains/conversations/index.ts'
import { createCaseSandbox } from '../domains/runtime/sandbox/case-sandbox.ts'
import type { SandboxPerson } from '../domains/runtime/sandbox/sandbox-person.ts'
import { findTurnByEvent } from '../domains/runtime/turns/queries.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { realWorld } from '../platform/world.ts'
import { createTestAgent } from './agent.ts'
import { createTestApp } from './app.ts'

/** A Thursday. */
const noon = new Date('2030-01-31T12:00:00.000Z')
const channel = 'rcs'

/**
 * The environment in which cases are played, on its own database; the embedded model answers, and the clock stands
 * still.
 */
export async function createStageBench() {
  const world = { ...realWorld, now: () => noon }
  const server = await createTestApp({ world })
  const { db, pool } = server.database
  const { agents, conversations, desk, outreach, sandboxes, runtime } = server.services
  const { definitions } = agents
  const contents = { definitions, mediaUrls: mediaLibrary.createUrls(server.context.config.gatewayPublicUrl) }
  const { sandbox } = conversations
  const stage = createCaseSandbox({
    ...{
      db,
      world,
      definitions,
      desk,
      sandboxes,
      sandboxConversations: sandbox,
      initiations: outreach.openings,
      recordInitiation: runtime.recordInitiation,
    },
    content: (agent, person) => readAgentContent(agent, { db, contents, person }),
  })
  return {
    ...{ db, pool, stage, sandboxes, sandboxConversations: sandbox, definitions },
    async agent(document: object) {
      const { orgId, id } = await createTestAgent(server, document)
      return createSandboxHelpers((await createAgentFinder(db)({ id: orgId }, id)) as AgentKey)
    },
  }

  /** The sandbox people of one agent. */
  function createSandboxHelpers(key: AgentKey) {
    return {
      key,
      begin: (person: Partial<SandboxPerson> = {}) => stage.createPerson(db, key, { channel, preset: {}, ...person }),
      start: (asid: string, start: Scenario['start']) => stage.start(key, asid, { channel, start }),
      look: (asid: string) => stage.observe(db, key, asid),
      preview: async (person: Partial<SandboxPerson>, start?: Scenario['start']) =>
        stage.preview(db, key, {
          definition: await definitions.read(db, key),
          cast: { channel, preset: {}, ...person },
          start,
        }),
      listTexts: async (asid: string) => (await sandbox.listMessages(key, asid, 50)).map(({ text }) => text),
      /** Picks the first time that a picker offers. */
      async pickFirstTime(asid: string) {
        const offeredTimes = (await sandbox.listMessages(key, asid, 50)).flatMap(({ messageId, affordances }) =>
          affordances
            .filter(({ answer }) => answer?.intent === 'ask.time')
            .map((affordance) => ({ messageId, ...affordance })),
        )
        const { messageId, label, answer } = offeredTimes[0] ?? assert.fail('there is no picker')
        const tap = { kind: 'taps', messageId, label, optionId: answer?.optionId } as const
        await sandbox.runTurn(key, { asid, channel }, tap, new AbortController().signal)
      },
      async sendText(asid: string, text: string) {
        const { signal } = new AbortController()
        const turnResult = await sandbox.runTurn(key, { asid, channel }, { kind: 'says', text }, signal)
        const turn = (await findTurnByEvent(db, key, turnResult.eventId)) ?? assert.fail('there is no turn')
        return { ...turn, texts: turnResult.messages.map((affordance) => affordance.text) }
      },
    }
  }
}
