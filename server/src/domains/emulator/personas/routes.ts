import type { Db } from '../../../platform/db/database.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { type AgentKey, agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { PersonaDeps } from './deps.ts'

import { type Persona, PersonaCreate, PersonaPatch, PersonaResponse, serializePersona } from './persona.ts'
import { advancePersona, listPastTurns, playTurn } from './persona-turns.ts'
import { changePersona, createPersona, createPersonaNotFound, removePersona, resetPersona } from './personas.ts'
import { findPersona, listPersonas, lockPersona } from './queries.ts'
import { AdvanceBody, AdvanceResponse, PersonaTurn, PersonaTurns, TurnBody, TurnsQuery } from './turn.ts'

const tag = 'Personas'
/** Anyone who may view the agent may rehearse with it, and so may an emulator grant. */
const play = { role: 'viewer', scope: 'agents:read', grant: true, tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const problems = ['agent.persona.not_found'] as const

type Found = { tx: Db; agent: AgentKey; params: { personaId: string } }
const one =
  (find: typeof findPersona) =>
  async (context: unknown): Promise<Persona> => {
    const { tx, agent, params } = context as Found
    const persona = await find(tx, agent, params.personaId)
    if (!persona) throw createPersonaNotFound()
    return persona
  }

export const personaRoutes = (deps: PersonaDeps): Route[] => [
  ...listRoutes(deps),
  ...personRoutes(deps),
  ...turnRoutes(deps),
]

const listRoutes = (deps: PersonaDeps): Route[] => [
  agentRoute({
    ...play,
    method: 'GET',
    path: '/personas',
    summary: 'List the personas of the agent, newest first',
    query: pageQuery,
    response: listSchema(PersonaResponse),
    handle: ({ tx, agent, query }) => listPersonas(tx, agent, query, serializePersona),
  }),
  agentRoute({
    ...play,
    method: 'POST',
    path: '/personas',
    summary: 'Create a persona to rehearse with',
    description:
      'Everything it does stays in the sandbox: nothing reaches a real person, an integration or a calendar.',
    body: PersonaCreate,
    response: PersonaResponse,
    status: 201,
    problems: ['resource.conflict'],
    handle: async ({ tx, agent, body, world }) =>
      serializePersona(await createPersona(tx, agent, body, { ...deps, world })),
  }),
]

const personRoutes = (deps: PersonaDeps): Route[] => [
  agentRoute({
    ...play,
    method: 'GET',
    path: '/personas/:personaId',
    summary: 'Read a persona',
    response: PersonaResponse,
    problems,
    find: one(findPersona),
    handle: async ({ found }) => serializePersona(found),
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: '/personas/:personaId',
    summary: 'Change a persona',
    description: 'Any change except the name makes it a new person: it is reset, and gets a new userId.',
    body: PersonaPatch,
    response: PersonaResponse,
    problems,
    find: one(lockPersona),
    handle: async ({ tx, agent, found, body, world }) =>
      serializePersona(await changePersona(tx, agent, { persona: found, patch: body }, { ...deps, world })),
  }),
  agentRoute({
    ...write,
    method: 'DELETE',
    path: '/personas/:personaId',
    summary: 'Delete a persona and its conversations',
    problems,
    find: one(lockPersona),
    handle: ({ tx, agent, found }) => removePersona(tx, agent, found, deps),
  }),
  agentRoute({
    ...play,
    method: 'POST',
    path: '/personas/:personaId/_reset',
    summary: 'Reset a persona: deletes the conversation and everything learned, and assigns a new userId',
    response: PersonaResponse,
    audited: false,
    problems,
    guardedBy: '',
    find: one(lockPersona),
    handle: async ({ tx, agent, found, world }) =>
      serializePersona(await resetPersona(tx, agent, found, { ...deps, world })),
  }),
]

const turnRoutes = (deps: PersonaDeps): Route[] => [
  agentRoute({
    ...play,
    method: 'GET',
    path: '/personas/:personaId/turns',
    summary: 'Read the last turns of a persona, oldest first',
    query: TurnsQuery,
    response: PersonaTurns,
    problems,
    find: one(findPersona),
    handle: async ({ tx, agent, found, query }) => ({
      data: await listPastTurns(tx, agent, { asid: found.asid, limit: query.limit }, deps),
    }),
  }),
  agentRoute({
    ...play,
    method: 'POST',
    path: '/personas/:personaId/turns',
    summary: "Act as the persona, and see the agent's reply",
    description:
      'Whatever is tapped must have been shown: otherwise the fallback is typed, and without one the answer is 422. A ' +
      "persona's turns run one after another.",
    body: TurnBody,
    response: PersonaTurn,
    problems: [...problems, 'agent.persona.unavailable', 'agent.draft.not_found', 'resource.conflict'],
    transaction: false,
    audited: false,
    find: one(findPersona),
    handle: async ({ tx, agent, found, body, caller }) => {
      const answering = await resolveAnswering(tx, agent, { body, caller }, deps)
      return playTurn(tx, answering, { persona: found, directive: body.turn }, deps)
    },
  }),
  agentRoute({
    ...play,
    method: 'POST',
    path: '/personas/:personaId/_advance',
    summary: "Move a persona's clock forward, and see what happens until then",
    description:
      'Follow-ups, reminders, steps of sequences, the end of the session, the close of the reply window and the ' +
      'return from the desk happen when they are due, in the order of time. The clock of nobody else moves.',
    body: AdvanceBody,
    response: AdvanceResponse,
    problems: [...problems, 'agent.persona.unavailable', 'agent.draft.not_found', 'resource.conflict'],
    transaction: false,
    audited: false,
    find: one(findPersona),
    handle: async ({ tx, agent, found, body, caller }) => {
      const answering = await resolveAnswering(tx, agent, { body, caller }, deps)
      return advancePersona(answering, { persona: found, advance: body }, deps)
    },
  }),
]

type AnsweringRequest = { body: { draftId?: string }; caller: { kind: string; draftId?: string } }

/** The draft of the request or of the emulator's link, or live. */
async function resolveAnswering(
  tx: Db,
  agent: AgentKey,
  { body, caller }: AnsweringRequest,
  { definitions }: Pick<PersonaDeps, 'definitions'>,
): Promise<AgentKey> {
  const draftId = body.draftId ?? (caller.kind === 'emulator' ? caller.draftId : undefined)
  return draftId === undefined ? agent : definitions.useDraft(tx, agent, draftId)
}
