import type { TenantIds } from './tenant.ts'

/**
 * A field of a body or a query that refers to something by its id. `kind` says to what; the rest of the call belongs to
 * the caller.
 */
export type IdReference = { kind: string; method: string; path(id: string): string; body?(id: string): object }

export function listIdReferences(tenantIds: TenantIds): IdReference[] {
  return [...inQueries, ...listNestedReferences(tenantIds), ...listBodyReferences(tenantIds)]
}

type Body = (id: string) => object
const post = (path: string, kind: string, body: Body): IdReference => ({ method: 'POST', path: () => path, kind, body })
const patch = (path: string, kind: string, body: Body): IdReference => ({
  method: 'PATCH',
  path: () => path,
  kind,
  body,
})
const put = (path: string, kind: string, body: Body): IdReference => ({ method: 'PUT', path: () => path, kind, body })

function listBodyReferences(tenantIds: TenantIds): IdReference[] {
  return [
    ...listPeopleReferences(tenantIds),
    ...listSendingReferences(tenantIds),
    ...listTestReferences(tenantIds),
    ...listConfigurationReferences(tenantIds),
    post(`/outreach-links/${tenantIds.outreachLinkId}/redeem`, 'personaId', (personaId) => ({ personaId })),
    post('/outreach-links', 'bindingId', (bindingId) => ({ bindingId, label: 'Mine' })),
    post(`/desk/conversations/${tenantIds.visitorId}/messages`, 'replyId', (replyId) => ({
      replyId,
      as: tenantIds.userId,
    })),
    post(`/desk/conversations/${tenantIds.visitorId}/_fill`, 'replyId', (replyId) => ({ replyId })),
    post(`/personas/${tenantIds.personaId}/turns`, 'draftId', (draftId) => ({ turn: 'Hello', draftId })),
    post(`/personas/${tenantIds.personaId}/_advance`, 'draftId', (draftId) => ({ minutes: 1, draftId })),
    post('/emulator-links', 'draftId', (draftId) => ({ label: 'Mine', draftId })),
    put('/settings/publishing', 'suiteId', (id) => ({ gate: { suiteIds: [id] } })),
  ]
}

function listPeopleReferences({ personId, asid, representativeId }: TenantIds): IdReference[] {
  const appointment = { startUtc: '2030-02-11T10:00:00Z', durationMinutes: 30 }
  return [
    post(`/people/${personId}/_merge`, 'personId', (fromPersonId) => ({ fromPersonId })),
    patch(`/people/${personId}/identities/${asid}`, 'personId', (otherId) => ({ personId: otherId })),
    post(`/people/${personId}/appointments`, 'representativeId', (id) => ({ ...appointment, representativeId: id })),
    post(`/people/${personId}/appointments`, 'locationId', (locationId) => ({ ...appointment, locationId })),
    patch(`/people/${personId}`, 'locationId', (id) => ({ preferredLocationId: id })),
    patch(`/people/${personId}`, 'representativeId', (id) => ({ assignedRepresentativeId: id })),
    put(`/scheduling/representatives/${representativeId}/calendar`, 'connectionId', (connectionId) => ({
      connectionId,
    })),
  ]
}

function listSendingReferences({ outreachId, campaignId, ruleId, segmentId, sequenceId }: TenantIds): IdReference[] {
  const sends = `/outreach/${outreachId}/sends`
  const journey = `/integrations/journey/outreach/${outreachId}/sends`
  const consent = { sms: 'y' }
  const campaign = { name: 'Mine', outreachId, audience: { filter: { tag: 'fair' } } }
  return [
    post(sends, 'personId', (personId) => ({ recipient: { personId, channel: 'rcs' }, dryRun: true })),
    post(sends, 'personId', (personId) => ({ recipient: { personId, channel: 'rcs' } })),
    post(sends, 'asid', (asid) => ({ recipient: { asid } })),
    post(sends, 'visitorId', (asid) => ({ recipient: { asid } })),
    post(sends, 'personaId', (personaId) => ({ recipient: { personaId } })),
    post(journey, 'personaId', (personaId) => ({ profile: {}, consent, emulator: { personaId } })),
    post('/campaigns', 'outreachId', (id) => ({ ...campaign, outreachId: id })),
    post('/campaigns', 'segmentId', (id) => ({ ...campaign, audience: { segmentId: id } })),
    patch(`/campaigns/${campaignId}`, 'personId', (id) => ({ audience: { personIds: [id] } })),
    patch(`/campaigns/${campaignId}`, 'outreachId', (id) => ({ outreachId: id })),
    patch(`/campaigns/${campaignId}`, 'segmentId', (id) => ({ audience: { segmentId: id } })),
    patch(`/segments/${segmentId}`, 'importBatchId', (importBatchId) => ({ filter: { importBatchId } })),
    patch(`/automated-outreach/${ruleId}`, 'outreachId', (id) => ({ outreachId: id })),
    post(`/sequences/${sequenceId}/enrollments`, 'personId', (personId) => ({ personId })),
    post(`/sequences/${sequenceId}/_rehearse`, 'personaId', (personaId) => ({ personaId })),
    patch(`/sequences/${sequenceId}`, 'outreachId', (id) => ({
      steps: [{ id: 'one', outreachId: id, afterMinutes: 60 }],
    })),
    patch(`/campaigns/${campaignId}`, 'templateId', (id) => ({
      variants: ['a', 'b'].map((variant) => ({ id: variant, openerTemplateId: id, weight: 1 })),
    })),
    patch(`/outreach/${outreachId}`, 'templateId', (openerTemplateId) => ({ openerTemplateId })),
    patch(`/outreach/${outreachId}`, 'goalId', (goalId) => ({ goal: { goalId } })),
  ]
}

function listTestReferences({ suiteId, caseId, simulationId, simulatedId }: TenantIds): IdReference[] {
  const buildScenarioCase = (scenario: object) => ({
    title: 'Mine',
    turns: ['Hello'],
    expect: { checks: { textIncludes: ['nine'] } },
    scenario,
  })
  const preview = `/tests/suites/${suiteId}/cases/preview`
  const fromConversationPath = '/tests/cases/from-conversation'
  const buildAppointments = (where: object) => ({ appointments: [{ startsIn: 'P1D', ...where }] })
  return [
    post(`/tests/suites/${suiteId}/cases/${caseId}/copy`, 'suiteId', (id) => ({ suiteId: id })),
    post(preview, 'outreachId', (id) => buildScenarioCase({ start: { outreach: { outreachId: id } } })),
    post(preview, 'playbookId', (id) => buildScenarioCase({ start: { resume: { activePlaybook: id } } })),
    post(preview, 'personaId', (id) => buildScenarioCase({ persona: { id } })),
    post(preview, 'representativeId', (id) => buildScenarioCase(buildAppointments({ representativeId: id }))),
    post(preview, 'locationId', (locationId) => buildScenarioCase(buildAppointments({ locationId }))),
    post(`/simulations/${simulationId}/conversations/${simulatedId}/_makeCase`, 'suiteId', (id) => ({ suiteId: id })),
    post('/simulations', 'draftId', (draftId) => ({ suite: 'default', count: 1, draftId })),
    post('/tests/runs', 'suiteId', (id) => ({ suiteIds: [id] })),
    post('/tests/runs', 'caseId', (id) => ({ caseIds: [id] })),
    post('/tests/runs', 'draftId', (draftId) => ({ draftId })),
    post('/replays', 'draftId', (draftId) => ({ draftId, start: '2030-01-30', end: '2030-01-31' })),
    post(fromConversationPath, 'sessionId', (conversationId) => ({ conversationId, expectation: 'It answers.' })),
    post(fromConversationPath, 'turnId', (turnId) => ({ turnId, expectation: 'It answers.' })),
    post(fromConversationPath, 'visitorId', (userId) => ({ userId, expectation: 'It answers.' })),
  ]
}

function listConfigurationReferences({ playbookId, templateId }: TenantIds): IdReference[] {
  return [
    patch(`/playbooks/${playbookId}`, 'templateId', (id) => ({ messageTemplateRefs: [id] })),
    patch(`/playbooks/${playbookId}`, 'id', (id) => ({ uses: [`integration:${id}`] })),
    patch(`/playbooks/${playbookId}`, 'goalId', (goalId) => ({ goal: { goalId } })),
    patch(`/message-templates/${templateId}`, 'mediaId', (id) => ({ body: `[[media: image:${id} | A boat]]` })),
    put('/settings/model', 'modelId', (modelId) => ({ modelId })),
    put('/settings/model', 'modelId', (id) => ({ fallbackModelIds: [id], judgeModelId: id, authoringModelId: id })),
    post('/updates/apply', 'playbookId', (id) => ({ kind: 'playbook', id })),
  ]
}

const query = (path: string, kind: string, name: string = kind): IdReference => ({
  method: 'GET',
  kind,
  path: (id) => `${path}?${name}=${id}`,
})

const listNestedReferences = ({ templateId, personId, campaignId }: TenantIds): IdReference[] => [
  query(`/message-templates/${templateId}/preview`, 'personId'),
  query(`/campaigns/${campaignId}/preview`, 'personId'),
  query(`/people/${personId}/reachability`, 'outreachId'),
]

const inQueries: IdReference[] = [
  query('/knowledge/search', 'playbookId', 'q=open&playbookId'),
  query('/people', 'importBatchId'),
  query('/people', 'representativeId', 'assignedRepresentativeId'),
  query('/people/export', 'importBatchId'),
  query('/people/holders', 'visitorId', 'userIds'),
  query('/scheduling/slots', 'representativeId', 'from=2030-02-04T00:00:00Z&to=2030-02-05T00:00:00Z&representativeId'),
  query('/appointments', 'representativeId'),
  query('/scheduling/slots', 'locationId', 'from=2030-02-04T00:00:00Z&to=2030-02-05T00:00:00Z&locationId'),
  query('/appointments', 'locationId'),
  query('/outreach/sends', 'outreachId'),
  query('/outreach/sends', 'campaignId'),
  query('/outreach/sends', 'ruleId', 'automatedOutreachId'),
  query('/outreach/sends', 'personId'),
  query('/integrations/journey/sends', 'sendId'),
  query('/tests/history', 'suiteId'),
  query('/tests/runs', 'suiteId'),
  query('/turns', 'visitorId', 'userId'),
  query('/turns', 'sessionId'),
  query('/messages', 'visitorId', 'userId'),
  query('/messages', 'sessionId', 'includeTest=true&sessionId'),
  query('/conversations', 'visitorId', 'userId'),
  query('/insights/sessions', 'questionId', 'topicId'),
  query('/logs', 'visitorId', 'userId'),
  query('/logs', 'sessionId', 'includeTest=true&sessionId'),
]
