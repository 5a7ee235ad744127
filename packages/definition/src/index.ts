export { measureDefinition, measureIncrementally } from './bounds.ts'
export type { TemplateContent } from './catalog/apply.ts'
export { applyTemplate, listAppliedSections } from './catalog/apply.ts'
export { copyPersonality, importObjective, importPlaybook } from './catalog/copies.ts'
export { applyUpdate, listUpdates, type Templates, type UpdateEntry, updateKinds } from './catalog/updates.ts'
export { type AppliedChange, applyChange, applyChangeIncrementally, type DefinitionEdit } from './change.ts'
export { ChangeRejectedError, rejectionStatuses } from './change-rejected.ts'
export {
  type AgentDefinition,
  type AgentProfile,
  createDefinition,
  type SectionName,
  sectionNames,
  sectionPaths,
  sectionsOmittedWhenEmpty,
} from './definition.ts'
export { AgentFact, FactInput, FactList, maxFacts, replaceFacts, stampFacts } from './facts.ts'
export * from './flow/index.ts'
export { AgentGoal, type AgentGoals, GoalAssignment, GoalsBody, putGoals } from './goals.ts'
export {
  AgentGuardrails,
  GuardrailsBody,
  GuardrailsPatch,
  mergeGuardrails,
  patchGuardrails,
  replaceGuardrails,
} from './guardrails.ts'
export { AgentIdentity, AgentIdentityPatch } from './identity.ts'
export {
  describeToolKnowledge,
  findIntegrationTool,
  getIntegrationToolName,
  type IntegrationTool,
  integrationStatuses,
  isSameToolSource,
  listIntegrationActions,
  listIntegrationToolNames,
  listIntegrationTools,
  mergeToolListing,
  type ToolListing,
  toolNamePattern,
} from './integration-tools.ts'
export {
  type HttpIntegration,
  IntegrationBody,
  type IntegrationDef,
  integrationId,
  integrationSchemas,
  isServiceIntegration,
  type McpIntegration,
  type OpenapiIntegration,
  type ServiceIntegration,
} from './integrations.ts'
export { lintDocument } from './lint/document.ts'
export { type DefinitionLintContext, lintDefinition } from './lint/lint.ts'
export { type LocationWriteContext, listLocationAddresses, replaceLocations } from './locations/edits.ts'
export {
  AgentLocation,
  findEnabledLocation,
  LocationList,
  listEnabledLocations,
  maxLocations,
  worksAt,
} from './locations/location.ts'
export {
  findNamedLocations,
  type LocationHints,
  type LocationResolution,
  resolveLocation,
} from './locations/resolve.ts'
export {
  formatHours,
  getLocationHours,
  isLocationField,
  locationFields,
  readLocationField,
} from './locations/values.ts'
export { memoize } from './memoize.ts'
export { type FilledTemplate, fillTemplate } from './message-templates/fill.ts'
export {
  addTemplate,
  findTemplate,
  MessageTemplate,
  MessageTemplateCreate,
  MessageTemplatePatch,
  MessageTemplatePut,
  missingSlotPolicies,
  patchTemplate,
  putTemplate,
  removeTemplate,
} from './message-templates/message-template.ts'
export { NotificationsBody, NotificationsConfig, notificationSecrets } from './notifications.ts'
export { AgentObjective, ObjectiveList, putObjectives } from './objectives.ts'
export type { OperationArgument, OperationRequest } from './openapi/operation.ts'
export { type OpenapiOptions, type OpenapiReading, parseOpenapi, readOpenapi } from './openapi/read-openapi.ts'
export { shortenSchema } from './openapi/schema.ts'
export {
  addAutomatedOutreach,
  findAutomatedOutreach,
  patchAutomatedOutreach,
  putAutomatedOutreach,
  removeAutomatedOutreach,
  serializeAutomatedOutreach,
} from './outreach/automated-outreach.ts'
export {
  addOutreach,
  findOutreach,
  type OutreachReferrer,
  patchOutreach,
  putOutreach,
  removeOutreach,
  serializeOutreach,
} from './outreach/edits.ts'
export {
  AutomatedOutreach,
  AutomatedOutreachCreate,
  AutomatedOutreachPatch,
  AutomatedOutreachPut,
  OutreachCreate,
  OutreachPatch,
  OutreachPut,
  OutreachResponse,
  type OutreachTrigger,
  SendingSettings,
  SendWindow,
  type TriggerDate,
} from './outreach/outreach.ts'
export {
  addSequence,
  findNextStep,
  findSequence,
  patchSequence,
  putSequence,
  removeSequence,
  type Sequence,
  SequenceCreate,
  SequencePatch,
  SequencePut,
  SequenceResponse,
  type SequenceStep,
  type SequenceStop,
  serializeSequence,
} from './outreach/sequences.ts'
export { applyPatch } from './patch.ts'
export { type Pattern, parsePattern } from './pattern.ts'
export { fieldKey, PeopleField, PeopleFieldList } from './people-fields.ts'
export { AgentPersonality, PersonalityBody } from './personality.ts'
export {
  countryCode,
  countryOfLocale,
  fallbackCountry,
  isPossibleNumber,
  type PhoneNumberResult,
  readPhoneNumber,
  toE164,
} from './phone-number.ts'
export {
  addPlaybook,
  findPlaybook,
  patchPlaybook,
  putPlaybook,
  removePlaybook,
  setDefaultPlaybook,
} from './playbooks/edits.ts'
export { AgentPlaybook, PlaybookCreate, PlaybookPatch, PlaybookPut } from './playbooks/playbook.ts'
export { ImportDocument, parseImportDocument } from './portable/document.ts'
export { exportDocument, importSections, listImportSections } from './portable/export-import.ts'
export { parseYaml, type YamlResult } from './portable/parse-yaml.ts'
export { printJson, printYaml } from './portable/print.ts'
export { DerivedFrom } from './provenance.ts'
export { listReferences } from './references/graph.ts'
export { assertMediaExist, type DefinitionEnvironment } from './references/integrity.ts'
export { AgentRule, findMatchingRule, RuleList } from './rules.ts'
export { isSameValue } from './same-value.ts'
export { SchedulingBody, SchedulingConfig, type SchedulingWindow } from './scheduling.ts'
export { StandingInstructions } from './standing-instructions.ts'
export { AgentCollection, CollectionsBody } from './things/collection.ts'
export {
  applyThings,
  type GeocodedPlaces,
  listAddressesToGeocode,
  putCollections,
  serializeThing,
} from './things/edits.ts'
export { type AgentThing, ThingResponse, ThingsBody } from './things/thing.ts'
export { ToolBinding } from './tool-bindings.ts'
export { listCatalogToolActions, listToolUsers, type ToolUser } from './tool-users.ts'
export {
  applyChanges,
  applySectionHistory,
  type DefinitionDifference,
  definitionChangeKinds,
  diffDefinitions,
  diffIncrementally,
  summarizeChanges,
} from './versions/diff.ts'
export { type MergeChoice, type MergeConflict, mergeDefinitions } from './versions/merge.ts'
export { withSections } from './versions/units.ts'
