export { sizeInSteps, sizeOf } from './bounds.ts'
export { appliedSections, applyTemplate } from './catalog/apply.ts'
export { importObjective, importPlaybook, personalityOf } from './catalog/copies.ts'
export type { TemplateContent } from './catalog/template.ts'
export { applyUpdate, type Templates, type UpdateEntry, updateKinds, updatesOf } from './catalog/updates.ts'
export { type Change, change, changeInSteps, type Edit } from './change.ts'
export {
  type AgentDefinition,
  type AgentProfile,
  newDefinition,
  type SectionName,
  sectionNames,
  sectionPaths,
} from './definition.ts'
export { AgentFact, datedFacts, FactList } from './facts.ts'
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
export { AgentIdentity, IdentityPatch } from './identity.ts'
export { IntegrationBody, IntegrationDef, integrationId } from './integrations.ts'
export { lintDocument } from './lint/document.ts'
export { type LintSurroundings, lintDefinition } from './lint/lint.ts'
export { MessageTemplateCreate, MessageTemplatePatch, MessageTemplatePut } from './message-templates/bodies.ts'
export { addTemplate, findTemplate, patchTemplate, putTemplate, removeTemplate } from './message-templates/edits.ts'
export { type Filled, fillTemplate } from './message-templates/fill.ts'
export { MessageTemplate, missingSlotPolicies } from './message-templates/message-template.ts'
export { NotificationsBody, NotificationsConfig, notificationSecrets } from './notifications.ts'
export { AgentObjective, ObjectiveList, putObjectives } from './objectives.ts'
export {
  addOutreach,
  findOutreach,
  type OutreachReferrer,
  patchOutreach,
  putOutreach,
  removeOutreach,
  shownOutreach,
} from './outreach/edits.ts'
export {
  AutomatedOutreach,
  AutomatedOutreachCreate,
  AutomatedOutreachPatch,
  AutomatedOutreachPut,
  OutreachCreate,
  OutreachPatch,
  OutreachPut,
  SendingSettings,
  SendWindow,
  ShownOutreach,
} from './outreach/outreach.ts'
export { addRule, findRule, patchRule, putRule, removeRule, shownRule } from './outreach/rules.ts'
export { patched } from './patch.ts'
export { readPattern } from './pattern.ts'
export { fieldKey, PeopleField, PeopleFieldList } from './people-fields.ts'
export { AgentPersonality, PersonalityBody } from './personality.ts'
export { e164Of } from './phone-number.ts'
export {
  addPlaybook,
  findPlaybook,
  patchPlaybook,
  putPlaybook,
  removePlaybook,
  setDefaultPlaybook,
} from './playbooks/edits.ts'
export { AgentPlaybook, PlaybookCreate, PlaybookPatch, PlaybookPut } from './playbooks/playbook.ts'
export { ImportDocument, readDocument } from './portable/document.ts'
export { exportDocument } from './portable/export.ts'
export { importSections, sectionsOf } from './portable/import.ts'
export { printJson, printYaml, type ReadYaml, readYaml } from './portable/yaml.ts'
export { DerivedFrom } from './provenance.ts'
export { referencesOf } from './references/graph.ts'
export type { Outside } from './references/integrity.ts'
export { Refused, refusalStatuses } from './refusal.ts'
export { remembered } from './remembered.ts'
export { AgentRule, matchingRule, RuleList } from './rules.ts'
export { sameValue } from './same-value.ts'
export { SchedulingBody, SchedulingConfig } from './scheduling.ts'
export { StandingInstructions } from './standing-instructions.ts'
export { AgentCollection, CollectionsBody } from './things/collection.ts'
export { addressesToFind, type Places, putCollections, storedThings } from './things/edits.ts'
export { shownThing } from './things/settle.ts'
export { type AgentThing, ShownThing, ThingsBody } from './things/thing.ts'
export { ToolBinding } from './tool-bindings.ts'
