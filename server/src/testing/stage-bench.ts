import assert from 'node:assert/strict'
import type { Scenario } from '@parley/testcase'
import { agentFinder, media } from '../domains/agents/index.ts'
import { contentOf } from '../domains/conversations/index.ts'
import type { Cast } from '../domains/runtime/rehearsals/cast.ts'
import { stageOf } from '../domains/runtime/rehearsals/stage.ts'
import { findTurnOfEvent } from '../domains/runtime/turns/queries.ts'
import { sharedBy } from '../parts.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { realWorld } from '../platform/world.ts'
import { newAgent } from './agent.ts'
import { testApp } from './app.ts'

/** A Thursday. */
const noon = new Date('2030-01-31T12:00:00.000Z')
const channel = 'rcs'

/** Where cases are played, on a database of its own; the embedded model answers, and time stands still. */
export async function stageBench() {
  const world = { ...realWorld, now: () => noon }
  const server = await testApp({ world })
  const { db, pool } = server.database
  const { agents, conversations, outreach, rehearsals, runtime } = sharedBy(server.parts)
  const { definitions } = agents
  const contents = { definitions, mediaUrls: media.urlsOf(server.parts.config.gatewayPublicUrl) }
  const { rehearser } = conversations
  const stage = stageOf({
    ...{ db, world, definitions, rehearsals, rehearser, openings: outreach.openings, opened: runtime.opened },
    content: (agent, person) => contentOf(agent, { db, contents, person }),
  })
  return {
    ...{ db, pool, stage, rehearsals, rehearser, definitions },
    async agent(document: object) {
      const { orgId, id } = await newAgent(server, document)
      return playedBy((await agentFinder(db)({ id: orgId }, id)) as AgentKey)
    },
  }

  /** Those who play with one agent. */
  function playedBy(key: AgentKey) {
    return {
      key,
      begin: (cast: Partial<Cast> = {}) => stage.begin(db, key, { channel, preset: {}, ...cast }),
      start: (asid: string, start: Scenario['start']) => stage.start(key, asid, { channel, start }),
      look: (asid: string) => stage.look(db, key, asid),
      preview: async (cast: Partial<Cast>, start?: Scenario['start']) =>
        stage.preview(db, key, {
          definition: await definitions.read(db, key),
          cast: { channel, preset: {}, ...cast },
          start,
        }),
      shown: async (asid: string) => (await rehearser.shown(key, asid, 50)).map(({ text }) => text),
      /** The first time that a picker offers is picked. */
      async picks(asid: string) {
        const offered = (await rehearser.shown(key, asid, 50)).flatMap(({ messageId, affordances }) =>
          affordances.filter(({ answer }) => answer?.intent === 'ask.time').map((one) => ({ messageId, ...one })),
        )
        const { messageId, label, answer } = offered[0] ?? assert.fail('there is no picker')
        const tap = { kind: 'taps', messageId, label, optionId: answer?.optionId } as const
        await rehearser.rehearse(key, { asid, channel }, tap, new AbortController().signal)
      },
      async says(asid: string, text: string) {
        const { signal } = new AbortController()
        const done = await rehearser.rehearse(key, { asid, channel }, { kind: 'says', text }, signal)
        const turn = (await findTurnOfEvent(db, key, done.eventId)) ?? assert.fail('there is no turn')
        return { ...turn, texts: done.messages.map((one) => one.text) }
      },
    }
  }
}
