import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyTemplate, createDefinition, importPlaybook, lintDefinition } from '@parley/definition'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { builtInCatalog, builtInContent } from './built-in.ts'
import { type CatalogContent, type CatalogKind, catalogKinds, createCatalog, entrySchemas } from './catalog.ts'

/** The built-in content of the catalogs. */

const templates = builtInContent['playbook-templates']
const tools = builtInContent.tools
const words = (text: string) => text.split(/\s+/).filter(Boolean).length

for (const kind of catalogKinds) {
  test(`every entry of ${kind} matches its schema`, () => {
    for (const entry of builtInContent[kind]) {
      const { error } = entrySchemas[kind].safeParse(entry)
      assert.equal(error, undefined, `${entry.id}: ${error?.message}`)
    }
  })
}

const least: Record<CatalogKind, number> = {
  'agent-templates': 6,
  'playbook-templates': 14,
  'skill-templates': 6,
  'objective-templates': 6,
  'personality-templates': 8,
  'guardrail-templates': 6,
  tools: 10,
  channels: 9,
  'log-events': 20,
  'webhook-events': 20,
}
for (const kind of catalogKinds) {
  test(`there are at least ${least[kind]} entries in ${kind}`, () => {
    assert.ok(builtInContent[kind].length >= least[kind], `${builtInContent[kind].length}`)
  })
}

test('names within a kind are unique', () => {
  for (const kind of catalogKinds) {
    const names = builtInContent[kind].map(({ name }) => name)
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) < at),
      [],
      kind,
    )
  }
})

test('a catalog with a duplicate id cannot be created', () => {
  const [first] = builtInContent['personality-templates']
  const twice = { ...builtInContent, 'personality-templates': [first!, first!] }
  assert.throws(() => createCatalog(twice), /personality-templates contains @svc\/personality\.warm-receptionist twice/)
})

const emptied: [kind: CatalogKind, namedBy: string][] = [
  ['playbook-templates', '@svc/agent.dental-practice refers to @svc/playbook.front-desk'],
  ['personality-templates', '@svc/agent.dental-practice refers to @svc/personality.warm-receptionist'],
  ['objective-templates', '@svc/agent.dental-practice refers to @svc/objective.book-appointments'],
  ['guardrail-templates', '@svc/agent.dental-practice refers to @svc/guardrail.medical'],
  ['skill-templates', '@svc/playbook.front-desk refers to @svc/skill.ask-for-details'],
  ['tools', '@svc/skill.look-up-an-order refers to @svc/tool.shopify-order-lookup'],
]
for (const [kind, namedBy] of emptied) {
  test(`a catalog that names a missing entry of ${kind} cannot be created`, () => {
    const content: CatalogContent = { ...builtInContent, [kind]: [] }
    assert.throws(() => createCatalog(content), new RegExp(`${namedBy}, which is not in ${kind}`))
  })
}

test('an agent template has exactly one default playbook, and its default goal is one of its goals', () => {
  for (const { id, playbookTemplateIds = [], goals } of builtInContent['agent-templates']) {
    const defaults = templates.filter((one) => one.isDefault && playbookTemplateIds.includes(one.id))
    assert.equal(defaults.length, 1, id)
    const assigned = goals?.defaultGoal?.goalId
    assert.ok(assigned === undefined || goals?.goals.some((goal) => goal.id === assigned), id)
  }
})

test('playbooks cover both directions, some have a flow, and the first inbound one has none', () => {
  assert.ok(templates.filter(({ isOutbound }) => isOutbound).length >= 3)
  assert.ok(templates.filter(({ flow }) => flow).length >= 5)
  const [first] = templates.filter(({ isOutbound }) => !isOutbound)
  assert.equal(first?.flow, undefined)
})

test('a playbook states when it is used', () => {
  for (const { id, whenToUse } of templates) assert.ok(whenToUse, id)
})

test('instruction texts are long enough to be useful and can be read in a minute', () => {
  const { 'objective-templates': objectives, 'skill-templates': skills } = builtInContent
  for (const { id, body } of [...templates, ...objectives, ...skills])
    assert.ok(words(body) >= 80 && words(body) <= 300, `${id} has ${words(body)} words`)
})

test('an example is a dialogue of two to six lines that ends with the agent', () => {
  for (const { id, examples = [], isOutbound } of templates) {
    assert.ok(examples.length > 0, id)
    for (const example of examples) {
      const roles = example.map(({ role }) => role)
      assert.ok(example.length >= 2 && example.length <= 6, id)
      assert.deepEqual([roles[0], roles.at(-1)], [isOutbound ? 'agent' : 'user', 'agent'], id)
      assert.ok(
        roles.every((role, at) => role !== roles[at - 1]),
        id,
      )
    }
  }
})

const nothingOutside = {
  knowsMedia: () => false,
  explainUnavailableTool: () => undefined,
  knowsTool: () => false,
  bindingFaults: () => [],
  schemaFault: () => undefined,
}

test('every flow parses, has no lint findings, and depends on nothing else', () => {
  const plain = createDefinition('Front desk')
  for (const template of templates.filter(({ flow }) => flow)) {
    const definition = importPlaybook(plain, template)
    const at = `playbooks[${definition.playbooks.length - 1}]`
    assert.deepEqual(definition.playbooks.at(-1)?.uses, ['scheduling', 'people', 'notify'], template.id)
    const findings = lintDefinition(definition, nothingOutside).filter(({ path }) => path.startsWith(at))
    assert.deepEqual(findings, [], template.id)
  }
})

test('every agent template, applied to a new agent, produces no lint errors or warnings', () => {
  const found = <T>(entry: T | undefined): T => entry ?? assert.fail('catalogOf has checked that it is there')
  for (const template of builtInContent['agent-templates']) {
    const definition = applyTemplate(createDefinition('Front desk'), {
      ...template,
      personality: found(builtInCatalog.find('personality-templates', template.personalityTemplateId ?? '')),
      playbooks: template.playbookTemplateIds?.map((id) => found(builtInCatalog.find('playbook-templates', id))),
      objectives: template.objectiveTemplateIds?.map((id) => found(builtInCatalog.find('objective-templates', id))),
      guardrails: template.guardrailTemplateIds?.map((id) => found(builtInCatalog.find('guardrail-templates', id))),
    })
    const doubts = lintDefinition(definition, nothingOutside).filter(({ severity }) => severity !== 'advice')
    // The operator sets opening hours and similar values.
    assert.deepEqual(
      doubts.filter(({ path }) => !path.startsWith('capabilities.')),
      [],
      template.id,
    )
  }
})

test('every message and question of a flow fits into one plain text message', () => {
  for (const { id, flow } of templates) {
    const prompts = (flow?.slots ?? []).map(({ prompt }) => prompt ?? '')
    const texts = (flow?.steps ?? []).flatMap((step) =>
      'say' in step && typeof step.say === 'string' ? [step.say] : [],
    )
    for (const text of [...prompts, ...texts]) assert.match(text, /^[\x20-\x7e]{1,160}$/, id)
  }
})

const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true }))

for (const tool of tools) {
  test(`the schemas of ${tool.name} compile and refuse unknown fields`, () => {
    for (const schema of [tool.parameters, tool.configSchema ?? { type: 'object', additionalProperties: false }]) {
      assert.equal(ajv.validateSchema(schema), true, ajv.errorsText())
      assert.deepEqual([schema.type, schema.additionalProperties], ['object', false])
      assert.equal(ajv.compile(schema)({ notAField: 1 }), false)
    }
  })
}

type Property = { title?: string; description?: string; writeOnly?: boolean; format?: string; type?: string }
const propertiesOf = (schema: Record<string, unknown> = {}) =>
  Object.entries((schema.properties ?? {}) as Record<string, Property & { default?: unknown }>)
const requiredOf = (schema: Record<string, unknown> = {}) => (schema.required ?? []) as string[]

test('every setting of a tool has a title and a description', () => {
  for (const { id, configSchema } of tools) {
    for (const [key, { title, description }] of propertiesOf(configSchema))
      assert.ok(title && description, `${id} ${key}`)
    for (const key of requiredOf(configSchema))
      assert.ok(
        propertiesOf(configSchema).some(([one]) => one === key),
        id,
      )
  }
})

test('secrets of tools are write-only text, and every field that looks like a secret is one', () => {
  for (const { id, configSchema } of tools) {
    for (const [key, { writeOnly, type }] of propertiesOf(configSchema)) {
      if (writeOnly) assert.equal(type, 'string', `${id} ${key}`)
      assert.equal(/token|secret|apiKey|authorization|webhookUrl/i.test(key), writeOnly === true, `${id} ${key}`)
    }
  }
})

test('a calendar can use a connection of the org, which requests only calendar access', () => {
  for (const { id, category, oauth, configSchema } of tools.filter((tool) => tool.oauth)) {
    assert.ok(oauth?.scopes.length, id)
    const takesConnections = propertiesOf(configSchema).some(([key]) => key === 'connectionId')
    assert.equal(takesConnections, category === 'calendar', id)
  }
})

const documentChannels = [
  'rcs', 'vendorMessages', 'messengerA', 'sms', 'webchat', 'messengerB', 'socialC', 'workchatD', 'aiChatE',
] // biome-ignore format: one list

test('every specified channel has a form, and no other channel has one', () => {
  assert.deepEqual(builtInContent.channels.map(({ id }) => id).sort(), [...documentChannels].sort())
})

test('a form names each field once, lists the options of a choice, and has valid patterns', () => {
  for (const { id, managed, unmanaged } of builtInContent.channels) {
    const forms = [managed?.fields ?? [], ...(unmanaged?.providers ?? []).map(({ fields }) => fields)]
    for (const fields of forms) {
      assert.equal(new Set(fields.map(({ key }) => key)).size, fields.length, id)
      for (const { key, type, options, pattern } of fields) {
        assert.equal(type === 'select', (options ?? []).length > 0, `${id} ${key}`)
        assert.doesNotThrow(() => new RegExp(pattern ?? '', 'u'), `${id} ${key}`)
      }
    }
  }
})

test('the fields of an at-least-one rule are optional fields of that form', () => {
  for (const { id, unmanaged } of builtInContent.channels)
    for (const { fields, atLeastOneOf = [] } of unmanaged?.providers ?? []) {
      const optional = fields.filter(({ required }) => !required).map(({ key }) => key)
      assert.deepEqual(
        atLeastOneOf.filter((key) => !optional.includes(key)),
        [],
        id,
      )
    }
})

test('a managed form asks for no secret, and every provider form asks for at least one', () => {
  for (const { id, managed, unmanaged } of builtInContent.channels) {
    assert.ok(
      (managed?.fields ?? []).every(({ type }) => type !== 'secret'),
      id,
    )
    for (const provider of unmanaged?.providers ?? [])
      assert.ok(
        provider.fields.some(({ type, required }) => type === 'secret' && required),
        `${id} ${provider.id}`,
      )
  }
})

test('only web chat is available immediately', () => {
  const instant = builtInContent.channels.filter(({ managed }) => managed?.provisioning.instant)
  assert.deepEqual(
    instant.map(({ id }) => id),
    ['webchat'],
  )
})

const documentEvents = [
  'agent.created', 'agent.updated', 'agent.deleted', 'channel.status_changed', 'person.created', 'person.updated',
  'person.deleted', 'person.consent_changed', 'appointment.booked', 'appointment.rescheduled', 'appointment.cancelled',
  'outreach.send.updated', 'campaign.status_changed', 'test.run.completed', 'goal.reached', 'conversation.started',
  'conversation.ended', 'connection.status_changed', 'api_key.created', 'api_key.revoked',
] // biome-ignore format: one list

test('every specified event can be subscribed to', () => {
  const ids = builtInContent['webhook-events'].map(({ id }) => id)
  assert.deepEqual(
    documentEvents.filter((event) => !ids.includes(event)),
    [],
  )
})

test('every specified log event is in the vocabulary', () => {
  const ids = builtInContent['log-events'].map(({ id }) => id)
  for (const event of ['framework.dispatched', 'llm.call']) assert.ok(ids.includes(event), event)
})
