import {
  type AgentDefinition,
  memoize,
  NotificationsBody,
  NotificationsConfig,
  notificationSecrets,
  PeopleField,
  PeopleFieldList,
  SchedulingBody,
  SchedulingConfig,
} from '@parley/definition'
import { z } from 'zod'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { AgentDeps } from '../deps.ts'
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
  return [...schedulingRoutes(deps), ...peopleFieldRoutes(deps), ...notificationRoutes(deps)]
}
