import {
  type AgentDefinition,
  ChangeRejectedError,
  exportDocument,
  type GeocodedPlaces,
  type ImportDocument,
  importSections,
  listAddressesToGeocode,
  listImportSections,
  listLocationAddresses,
  parseImportDocument,
  printJson,
  printYaml,
  type ToolListing,
} from '@parley/definition'
import { severities } from '@parley/findings'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { assertJsonContentType } from '../../../platform/http/body.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, ResponseContent, type Route } from '../../../platform/http/route.ts'
import { Agent, agentExample } from '../agent.ts'
import { mapRefusalsToProblems } from '../definition/refusals.ts'
import type { AgentDeps } from '../deps.ts'
import { locateAll } from '../geocoding/geocoder.ts'
import { readImportedTools } from '../integrations/read-imported.ts'
import { lintSentDocument, lintStored } from '../portable/definition-checks.ts'
import { isLarge, isLargeDefinition, runDocumentInThread } from '../portable/document-thread-client.ts'
import { readAgent, withDefinition } from '../queries.ts'
import { secretNames } from '../secrets/secrets.ts'
import { findFlowErrors } from '../verify-flows.ts'
import { readAccess, writeAccess, writeProblems } from './section.ts'
import { maxDocumentBytes, parseSentDocument, SentDocument } from './sent-document.ts'

const tag = 'Export and import'
const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml']

const FindingResponse = z
  .strictObject({ severity: z.enum(severities), code: z.string(), path: z.string(), message: z.string() })
  .meta({
    id: 'Finding',
    examples: [
      {
        severity: 'warning',
        code: 'template.thing.unknown',
        path: 'messageTemplates[0].body',
        message: 'refers to the Thing boat, which does not exist',
      },
    ],
  })
const Findings = z.strictObject({ data: z.array(FindingResponse) }).meta({ id: 'Findings' })

const ImportOutcome = z
  .strictObject({
    agent: Agent,
    applied: z.array(z.string()),
    skipped: z.array(z.string()),
    warnings: z.array(FindingResponse),
  })
  .meta({
    id: 'Imported',
    examples: [{ agent: agentExample, applied: ['standingInstructions'], skipped: ['rules'], warnings: [] }],
  })

/**
 * YAML or JSON, by the content type. It stays text until the size decides where to parse it (inline or in a thread).
 */
function readDocumentText(raw: Buffer | undefined, contentType: string | undefined): SentDocument {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isYaml = yamlTypes.includes(type)
  if (!isYaml && raw !== undefined && raw.length > 0) assertJsonContentType(contentType)
  return new SentDocument({ bytes: raw ?? Buffer.alloc(0), isYaml })
}

const documentBody = {
  // Accepts any value: the document parser handles legacy names and has its own error codes.
  body: z.unknown().meta({
    id: 'ExportDocument',
    description: 'An export; any section may be omitted.',
    examples: [{ exportVersion: 1, standingInstructions: ['Be brief.'] }],
  }),
  bodyFormat: { as: readDocumentText, types: ['application/json', ...yamlTypes] },
  bodyLimit: maxDocumentBytes,
}

export function portableRoutes(deps: AgentDeps): Route[] {
  return [exportRoute(deps), importRoute(deps), ...lintRoutes(deps)]
}

function exportRoute({ definitions }: AgentDeps): Route {
  return agentRoute({
    ...readAccess,
    configuration: 'read',
    tag,
    method: 'GET',
    path: '/export',
    summary: 'Export the agent as one document',
    description: 'YAML, or JSON with `?format=json` or `Accept: application/json`. It contains no secrets.',
    query: z.strictObject({ format: z.enum(['yaml', 'json']).optional() }),
    responseTypes: ['application/yaml', 'application/json'],
    handle: async ({ tx, agent, query, request }) => {
      const json = query.format === 'json' || (query.format === undefined && wantsJson(request.accept))
      const format = json ? 'json' : 'yaml'
      const text = await printDocument(await definitions.read(tx, agent), format)
      return new ResponseContent(text, `application/${format}; charset=utf-8`)
    },
  })
}

function printDocument(definition: AgentDefinition, format: 'yaml' | 'json'): string | Promise<string> {
  if (isLargeDefinition(definition))
    return runDocumentInThread({ kind: 'print', definition: JSON.stringify(definition), format })
  const document = exportDocument(definition)
  return format === 'json' ? printJson(document) : printYaml(document)
}

function wantsJson(accept = ''): boolean {
  const types = accept.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase())
  return types.includes('application/json') && !yamlTypes.some((type) => types.includes(type))
}

type LoadedDocument = { document: ImportDocument; places: GeocodedPlaces; listings: Map<string, ToolListing> }

function importRoute(deps: AgentDeps): Route {
  const { definitions } = deps
  return agentRoute({
    ...writeAccess,
    configuration: 'write',
    ...documentBody,
    tag,
    method: 'POST',
    path: '/import',
    summary: 'Import a document: each section in it replaces that section of the agent, all or nothing',
    response: ImportOutcome,
    problems: [
      ...writeProblems,
      'agent.framework.invalid',
      'agent.playbook.uses_unknown',
      'agent.playbook.flow_invalid',
      'goal.unknown',
      'agent.outreach.in_use',
      'resource.conflict',
      'agent.integration.too_many_tools',
    ],
    prepare: ({ body, tx, agent }) => readAndLocate(deps, body, { tx, agent }),
    guardedBy: '/export',
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, prepared, world }) => {
      const { document, places, listings } = prepared as LoadedDocument
      const now = world.now().toISOString()
      const given = { now, places, listings, country: agent.defaultCountry }
      const edit = (definition: AgentDefinition) => importSections(definition, document, given)
      const definition = await definitions.write(tx, agent, { locked: found, edit, world })
      const { applied, skipped } = listAppliedSections(document, agent)
      const findings = await lintStored(definition, { ...deps, db: tx, agent })
      const warnings = findings.filter(({ severity, path }) => severity !== 'advice' && isUnder(path, applied))
      return { agent: withDefinition(await readAgent(tx, agent), definition), applied, skipped, warnings }
    },
  })
}

/** A draft has no tool bindings of its own. */
function listAppliedSections(document: ImportDocument, { draft }: AgentKey) {
  const { applied, skipped } = listImportSections(document)
  const isApplied = (section: string) => !draft || section !== 'toolBindings'
  return { applied: applied.filter(isApplied), skipped: [...skipped, ...applied.filter((name) => !isApplied(name))] }
}

async function readAndLocate(
  { geocoder, definitions, secrets, toolReader }: AgentDeps,
  body: unknown,
  { tx, agent }: { tx: Db; agent: AgentKey },
): Promise<LoadedDocument> {
  const document = await readSentDocument(body as SentDocument)
  const { knowledge, locations = [] } = document.capabilities ?? {}
  const stored = await definitions.read(tx, agent)
  const { integrations } = stored
  const addresses = [
    ...listAddressesToGeocode(knowledge?.things ?? [], []),
    ...listLocationAddresses(locations, stored.locations),
  ]
  const places = await locateAll(geocoder, addresses)
  const openSecret = (id: string) => secrets.open(tx, agent, secretNames.integration(id))
  const custom = document.integrations?.custom ?? []
  return { document, places, listings: await readImportedTools(custom, { integrations, openSecret }, toolReader) }
}

async function readSentDocument(sent: SentDocument): Promise<ImportDocument> {
  if (!isLarge(sent.bytes.length))
    return mapRefusalsToProblems('document', () => parseImportDocument(parseSentDocument(sent)))
  const { bytes, isYaml } = sent
  const json = await mapRefusalsToProblems('document', () =>
    runDocumentInThread<string>({ kind: 'read', bytes, isYaml }),
  )
  return JSON.parse(json) as ImportDocument
}

const isUnder = (path: string, sections: readonly string[]): boolean =>
  sections.some((section) => path === section || path.startsWith(`${section}.`) || path.startsWith(`${section}[`))

function lintRoutes(deps: AgentDeps): Route[] {
  const { definitions } = deps
  return [
    agentRoute({
      ...readAccess,
      configuration: 'read',
      tag: 'Lint',
      method: 'GET',
      path: '/lint',
      summary: 'Lint the agent',
      response: Findings,
      handle: async ({ tx, agent, world }) => {
        const definition = await definitions.read(tx, agent)
        const findings = await lintStored(definition, { ...deps, db: tx, agent })
        return { data: [...findings, ...(await findFlowErrors(definition, world.now())).findings] }
      },
    }),
    agentRoute({
      ...writeAccess,
      configuration: 'read',
      ...documentBody,
      tag: 'Lint',
      method: 'POST',
      path: '/lint',
      verb: 'check',
      summary: 'Lint a document as if it were imported, without saving it',
      transaction: false,
      audited: false,
      response: Findings,
      handle: async ({ tx, agent, body, world }) => {
        const stored = await definitions.read(tx, agent)
        const place = { ...deps, db: tx, agent, now: world.now().toISOString() }
        const findings = await lintSentDocument(stored, body as SentDocument, place)
        const sent = readLintedDefinition(stored, body as SentDocument, place.now)
        return { data: [...findings, ...(sent ? (await findFlowErrors(sent, world.now())).findings : [])] }
      },
    }),
  ]
}

/** What the document would make of the agent; undefined if it does not fit, or is too large to read here. */
function readLintedDefinition(stored: AgentDefinition, sent: SentDocument, now: string): AgentDefinition | undefined {
  if (isLarge(sent.bytes.length) || isLargeDefinition(stored)) return undefined
  try {
    return importSections(stored, parseImportDocument(parseSentDocument(sent)), { now, places: new Map() })
  } catch (error) {
    if (error instanceof ChangeRejectedError || error instanceof Problem) return undefined
    throw error
  }
}
