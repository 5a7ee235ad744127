import {
  AgentCollection,
  type AgentDefinition,
  AgentFact,
  type AgentThing,
  applyThings,
  CollectionsBody,
  FactList,
  type GeocodedPlaces,
  listAddressesToGeocode,
  memoize,
  putCollections,
  replaceFacts,
  serializeThing,
  ThingResponse,
  ThingsBody,
} from '@parley/definition'
import { z } from 'zod'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { AgentDeps } from '../deps.ts'
import { locateAll } from '../geocoding/geocoder.ts'
import { factImportRoute } from './fact-import.ts'
import { readSectionRoute, writeAccess, writeProblems, writeSectionRoute } from './section.ts'

/** Room for a thousand entries of either kind, each of maximum length. */
const largeBody = 8 * 1024 * 1024

const thingList = memoize((things: AgentThing[]) => ({ data: things.map(serializeThing) }))
const things = {
  path: '/knowledge/things',
  tag: 'Knowledge',
  response: listSchema(ThingResponse),
  show: ({ things }: AgentDefinition) => thingList(things),
}

function thingRoutes({ definitions, geocoder }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...things, summary: 'Read the Things' }),
    agentRoute({
      ...writeAccess,
      configuration: 'write',
      method: 'PUT',
      path: things.path,
      tag: things.tag,
      summary: 'Replace the Things',
      description: 'A plain address is geocoded; a Thing sent without `location` keeps its current one.',
      body: z
        .strictObject({ things: ThingsBody })
        .meta({ id: 'ThingsBody', examples: [{ things: [{ id: 'boat', name: 'Boat' }] }] }),
      bodyLimit: largeBody,
      response: things.response,
      problems: writeProblems,
      prepare: async ({ tx, agent, body }) => {
        const { things } = await definitions.read(tx, agent)
        return locateAll(geocoder, listAddressesToGeocode(body.things, things))
      },
      find: ({ tx, agent }) => definitions.lock(tx, agent),
      handle: async ({ tx, agent, found, body, prepared, world }) => {
        const edit = (definition: AgentDefinition) => ({
          ...definition,
          things: applyThings(
            body.things,
            definition.things,
            prepared as GeocodedPlaces,
            'capabilities.knowledge.things',
          ),
        })
        return things.show(await definitions.write(tx, agent, { locked: found, edit, world, pathStyle: 'section' }))
      },
    }),
  ]
}

const collectionList = memoize((collections: AgentCollection[]) => ({ data: collections }))
const collections = {
  path: '/knowledge/collections',
  tag: 'Knowledge',
  response: listSchema(AgentCollection),
  show: ({ collections }: AgentDefinition) => collectionList(collections),
}

function collectionRoutes({ definitions }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...collections, summary: 'Read the collections' }),
    agentRoute({
      ...writeAccess,
      configuration: 'write',
      method: 'PUT',
      path: collections.path,
      tag: collections.tag,
      summary: 'Replace the collections',
      query: z.strictObject({ force: z.enum(['true', 'false']).optional() }),
      body: z.strictObject({ collections: CollectionsBody }).meta({
        id: 'CollectionsBody',
        examples: [{ collections: [{ id: 'sail', name: 'Sailing boats' }] }],
      }),
      response: collections.response,
      problems: writeProblems,
      find: ({ tx, agent }) => definitions.lock(tx, agent),
      handle: async ({ tx, agent, found, body, query, world }) => {
        const edit = (definition: AgentDefinition) =>
          putCollections(definition, body.collections, query.force === 'true')
        return collections.show(
          await definitions.write(tx, agent, { locked: found, edit, world, pathStyle: 'section' }),
        )
      },
    }),
  ]
}

const factList = memoize((facts: AgentFact[]) => ({ data: facts }))
const facts = {
  path: '/knowledge/facts',
  tag: 'Knowledge',
  response: listSchema(AgentFact),
  show: ({ facts }: AgentDefinition) => factList(facts),
}

const factsLimit = 'At most 1,000, or 10,000 for an agent that has more than 1,000 from an import.'

function factRoutes({ definitions }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...facts, summary: 'Read the Facts' }),
    writeSectionRoute(definitions, {
      ...facts,
      method: 'PUT',
      summary: 'Replace the Facts',
      body: z.strictObject({ facts: FactList.meta({ description: factsLimit }) }).meta({
        id: 'FactsBody',
        examples: [{ facts: [{ id: 'hours', question: 'When are you open?', answer: 'From nine to five.' }] }],
      }),
      bodyLimit: largeBody,
      edit: (definition, { facts }, world) => ({
        ...definition,
        facts: replaceFacts(facts, definition.facts, world.now().toISOString()),
      }),
    }),
  ]
}

export function knowledgeContentRoutes(deps: AgentDeps): Route[] {
  return [...thingRoutes(deps), ...collectionRoutes(deps), ...factRoutes(deps), factImportRoute(deps)]
}
