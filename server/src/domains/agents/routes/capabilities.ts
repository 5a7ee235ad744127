import {
  type AgentDefinition,
  AgentLocation,
  type GeocodedPlaces,
  LocationList,
  listLocationAddresses,
  memoize,
  NotificationsBody,
  NotificationsConfig,
  notificationSecrets,
  PeopleField,
  PeopleFieldList,
  replaceLocations,
  SchedulingBody,
  SchedulingConfig,
} from '@parley/definition'
import { z } from 'zod'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { AgentDeps } from '../deps.ts'
import { locateAll } from '../geocoding/geocoder.ts'
import { notificationSecretName, SecretState, type SecretStates } from '../secrets/secrets.ts'
import { readAccess, readSectionRoute, writeAccess, writeProblems, writeSectionRoute } from './section.ts'

const scheduling = {
  path: '/scheduling',
  tag: 'Scheduling',
  response: SchedulingConfig,
  show: ({ scheduling }: AgentDefinition) => scheduling,
}

function schedulingRoutes({ definitions }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, {
      ...scheduling,
      frontDesk: 'people:read',
      summary: 'Read the scheduling configuration',
    }),
    writeSectionRoute(definitions, {
      ...scheduling,
      method: 'PUT',
      summary: 'Replace the scheduling configuration',
      body: SchedulingBody,
      bodyName: 'scheduling',
      edit: (definition, scheduling) => ({ ...definition, scheduling }),
    }),
  ]
}

const fieldList = memoize((fields: PeopleField[]) => ({ data: fields }))
const peopleFields = {
  path: '/people-fields',
  tag: 'People fields',
  response: listSchema(PeopleField),
  show: ({ peopleFields }: AgentDefinition) => fieldList(peopleFields),
}

function peopleFieldRoutes({ definitions }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...peopleFields, frontDesk: 'people:read', summary: 'Read the People fields' }),
    writeSectionRoute(definitions, {
      ...peopleFields,
      method: 'PUT',
      summary: 'Replace the People fields',
      body: z
        .strictObject({ fields: PeopleFieldList })
        .meta({ id: 'PeopleFieldsBody', examples: [{ fields: [{ key: 'plan', type: 'string' }] }] }),
      edit: (definition, { fields }) => ({ ...definition, peopleFields: fields }),
    }),
  ]
}

const locationList = memoize((locations: AgentLocation[]) => ({ data: locations }))
const locations = {
  path: '/locations',
  tag: 'Locations',
  response: listSchema(AgentLocation),
  show: ({ locations }: AgentDefinition) => locationList(locations),
}

function locationRoutes({ definitions, geocoder }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...locations, frontDesk: 'people:read', summary: 'Read the locations' }),
    agentRoute({
      ...writeAccess,
      configuration: 'write',
      method: 'PUT',
      path: locations.path,
      tag: locations.tag,
      summary: 'Replace the locations',
      description:
        'A plain address is geocoded; a location whose address did not change keeps its coordinates. An empty list ' +
        'makes the agent one place without a name again.',
      body: z.strictObject({ locations: LocationList }).meta({
        id: 'LocationsBody',
        examples: [{ locations: [{ id: 'harbor', name: 'Harbor practice', phone: '+12025550143' }] }],
      }),
      response: locations.response,
      problems: writeProblems,
      prepare: async ({ tx, agent, body }) => {
        const { locations: stored } = await definitions.read(tx, agent)
        return locateAll(geocoder, listLocationAddresses(body.locations, stored))
      },
      find: ({ tx, agent }) => definitions.lock(tx, agent),
      handle: async ({ tx, agent, found, body, prepared, world }) => {
        const places = prepared as GeocodedPlaces
        const edit = (definition: AgentDefinition) => {
          const country = definition.agent.defaultCountry ?? agent.defaultCountry
          const context = { places, country, path: 'capabilities.locations' }
          return { ...definition, locations: replaceLocations(body.locations, definition.locations, context) }
        }
        return locations.show(await definitions.write(tx, agent, { locked: found, edit, world, pathStyle: 'section' }))
      },
    }),
  ]
}

const Notifications = z
  .strictObject({
    ...NotificationsConfig.shape,
    secrets: z.strictObject({ slackWebhookUrl: SecretState, emailApiKey: SecretState }),
  })
  .meta({
    id: 'Notifications',
    examples: [
      {
        operator: { provider: 'email', toAddress: 'team@example.com' },
        secrets: { slackWebhookUrl: { set: false }, emailApiKey: { set: true, last4: '9f3c' } },
      },
    ],
  })

const withSecrets = memoize((notifications: NotificationsConfig) =>
  memoize((states: SecretStates): z.input<typeof Notifications> => {
    const secrets = {
      slackWebhookUrl: states.of(notificationSecretName('slackWebhookUrl')),
      emailApiKey: states.of(notificationSecretName('emailApiKey')),
    }
    return { ...notifications, secrets }
  }),
)

function notificationRoutes({ definitions, secrets }: AgentDeps): Route[] {
  const part = { path: '/notifications', tag: 'Notifications', response: Notifications } as const
  return [
    agentRoute({
      ...readAccess,
      configuration: 'read',
      ...part,
      method: 'GET',
      summary: 'Read the notifications configuration',
      handle: async ({ tx, agent }) => {
        const { notifications } = await definitions.read(tx, agent)
        return withSecrets(notifications)(await secrets.states(tx, agent))
      },
    }),
    agentRoute({
      ...writeAccess,
      configuration: 'write',
      ...part,
      method: 'PUT',
      summary: 'Replace the notifications configuration',
      description: 'The two secrets are write-only: a string stores one, null clears it, and omitting it keeps it.',
      body: NotificationsBody,
      bodyName: 'notifications',
      problems: writeProblems,
      find: ({ tx, agent }) => definitions.lock(tx, agent),
      handle: async ({ tx, agent, found, body, world }) => {
        const edit = (definition: AgentDefinition) => ({ ...definition, notifications: body.config })
        const changes = Object.fromEntries(
          notificationSecrets.map((name) => [notificationSecretName(name), body.secrets[name]]),
        )
        await secrets.change(tx, agent, changes, world)
        const { notifications } = await definitions.write(tx, agent, { locked: found, edit, world })
        return withSecrets(notifications)(await secrets.states(tx, agent))
      },
    }),
  ]
}

export function capabilityRoutes(deps: AgentDeps): Route[] {
  return [...schedulingRoutes(deps), ...locationRoutes(deps), ...peopleFieldRoutes(deps), ...notificationRoutes(deps)]
}
